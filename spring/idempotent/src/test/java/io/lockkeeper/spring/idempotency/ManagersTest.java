package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;

/** Which transaction managers are those of the records' data source. */
class ManagersTest {

    private final HikariDataSource source = pool();

    private static HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        config.setMaximumPoolSize(2);
        config.setAutoCommit(false); // As is usual with JPA.
        return new HikariDataSource(config);
    }

    @AfterEach
    void stop() {
        source.close();
    }

    private static Outcome<String> pay(DataSource records, PlatformTransactionManager transactions) throws Exception {
        try (SpringTransactionalIdempotency idempotency =
                new SpringTransactionalIdempotency(JdbcIdempotency.transactional(records), transactions, records)) {
            return idempotency.run(IdempotencyKey.of("pay", "a"), Fingerprint.of("1"), attempt -> "paid");
        }
    }

    @Test
    void thatOfAnotherSourceIsRefusedAlsoIfConnectionsDoNotCommitByThemselves() {
        try (HikariDataSource other = pool()) {
            assertThatThrownBy(() -> pay(source, new DataSourceTransactionManager(other)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("do not use the data source in which the records are");
        }
    }

    @Test
    void theSourceMayBeBehindAProxyThatKnowsTransactions() throws Exception {
        DataSource proxy = new TransactionAwareDataSourceProxy(source);
        for (PlatformTransactionManager transactions : new PlatformTransactionManager[] {
            new DataSourceTransactionManager(source), new DataSourceTransactionManager(proxy)
        }) {
            Outcome<String> unused = pay(proxy, transactions);
            assertThat(pay(source, transactions)).isInstanceOf(Outcome.Replayed.class);
        }
    }

    @Test
    void recordsInTransactionsThatTheMethodDoesNotJoinAreRefused() {
        assertThatThrownBy(() -> TestApplication.start(
                                Map.of(),
                                TransactionalTest.Transactions.class,
                                Apart.class,
                                Ledger.class,
                                TransactionalTest.Shop.class)
                        .close())
                .hasStackTraceContaining("put a SpringTransactionalIdempotency around the bean");
    }

    @Configuration(proxyBeanMethods = false)
    static class Apart {
        @Bean
        Idempotency idempotency(DataSource records) {
            return JdbcIdempotency.transactional(records);
        }
    }
}
