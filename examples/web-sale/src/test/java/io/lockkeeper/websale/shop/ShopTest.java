package io.lockkeeper.websale.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.websale.shop.Answer.Outcome;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class ShopTest {

    private final JdbcConnectionPool connections =
            JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "shop", "");
    private final JdbcClient sql = JdbcClient.create(connections);
    private final Shop shop =
            new Shop(sql, new TransactionTemplate(new JdbcTransactionManager(connections)), "Service A");

    @BeforeEach
    void createTables() {
        new ResourceDatabasePopulator(new ClassPathResource(ShopService.TABLES, ShopService.class))
                .execute(connections);
    }

    @AfterEach
    void close() {
        sql.sql("shutdown").update();
        connections.dispose();
    }

    @Test
    void aHolderThatWritesAfterItsSuccessorIsRefused() {
        assertThat(shop.accept(1, 9, 7)).isEqualTo(new Answer(Outcome.ACCEPTED, 9));
        assertThat(shop.accept(1, 20, 6)).isEqualTo(new Answer(Outcome.TOO_LATE, 9));
        assertThat(shop.left()).isEqualTo(9);
        assertThat(accepted()).isEqualTo(1);
    }

    @Test
    void ordersOfOneHolderMayFollowEachOther() {
        assertThat(shop.accept(1, 9, 7).outcome()).isEqualTo(Outcome.ACCEPTED);
        assertThat(shop.accept(2, 7, 7).outcome()).isEqualTo(Outcome.ACCEPTED);
        assertThat(shop.left()).isEqualTo(7);
        assertThat(accepted()).isEqualTo(2);
    }

    @Test
    void aRefusedOrderLeavesTheStock() {
        assertThat(shop.refuse(Outcome.SOLD_OUT, 3, 0, 8)).isEqualTo(new Answer(Outcome.SOLD_OUT, 0));
        assertThat(shop.left()).isZero();
        assertThat(accepted()).isZero();
    }

    private int accepted() {
        return sql.sql("select count(*) from orders where outcome = 'ACCEPTED'")
                .query(Integer.class)
                .single();
    }
}
