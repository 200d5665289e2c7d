package io.lockkeeper.websale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.ZooKeeperServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The sale on stores that have a server. */
class StoresTest {

    @Test
    void onRedisTheStockIsSoldOnce() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            stockIsSoldOnce(server.url());
        }
    }

    @Test
    void onPostgresqlTheStockIsSoldOnce() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            stockIsSoldOnce(server.url());
        }
    }

    @Test
    void onZooKeeperTheStockIsSoldOnce() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            stockIsSoldOnce(server.url());
        }
    }

    @Test
    void aStoreOfOneProcessIsRefused() {
        Arguments memory = Arguments.DEFAULTS.withStore("jdbc:h2:mem:locks");
        assertThatThrownBy(() -> WebSale.open(memory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one process only");
    }

    private static void stockIsSoldOnce(String store) throws Exception {
        try (ConfigurableApplicationContext sale =
                WebSale.open(Arguments.DEFAULTS.withStore(store).withStock(40))) {
            Buyers buyers = sale.getBean(Buyers.class);
            buyers.rate(100);
            buyers.start();
            Await.until("the end of the sale", Duration.ofSeconds(60), () -> buyers.state() == Buyers.State.SOLD_OUT);
            buyers.stop();
            ShopDatabase database = sale.getBean(ShopDatabase.class);
            assertThat(database.figures().stock()).isZero();
            assertThat(database.figures().sold()).isEqualTo(40);
        }
    }
}
