package io.lockkeeper.websale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.websale.shop.Answer;
import io.lockkeeper.websale.shop.Answer.Outcome;
import io.lockkeeper.websale.shop.Order;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
    void onRedisAHolderThatWasPausedComesTooLate() throws Exception {
        try (RedisServer server = RedisServer.start();
                ConfigurableApplicationContext sale =
                        WebSale.open(Arguments.DEFAULTS.withStore(server.url()).withStock(10_000))) {
            Services services = sale.getBean(Services.class);
            Observer observer = sale.getBean(Observer.class);
            CompletableFuture<Answer> late =
                    CompletableFuture.supplyAsync(() -> services.all().get(0).order(new Order(1, true, 20_000)));
            Await.until(
                    "the holder", Duration.ofSeconds(60), () -> observer.look().holder() != null);
            services.pause(0);
            Buyers buyers = sale.getBean(Buyers.class);
            ShopDatabase database = sale.getBean(ShopDatabase.class);
            buyers.start();
            Await.until(
                    "the next holder",
                    Duration.ofSeconds(60),
                    () -> database.figures().sold() > 0);
            services.resume(0);

            assertThat(late.get(80, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.TOO_LATE);
            buyers.stop();
            ShopDatabase.Figures figures = database.figures();
            assertThat(figures.tooLate()).isEqualTo(1);
            assertThat(figures.stock() + figures.sold()).isEqualTo(10_000);
        }
    }

    @Test
    void servicesThatDidNotAnswerOnceGetOrdersAgainAlthoughNobodyLooks() throws Exception {
        try (ConfigurableApplicationContext sale = WebSale.open(Arguments.DEFAULTS)) {
            List<ServiceProcess> services = sale.getBean(Services.class).all();
            Observer observer = sale.getBean(Observer.class);
            signal("STOP", services);
            Await.until("silence", Duration.ofSeconds(60), () -> {
                observer.look();
                return services.stream().allMatch(each -> each.condition() == ServiceProcess.Condition.SILENT);
            });
            signal("CONT", services);
            sale.getBean(Buyers.class).start();
            ShopDatabase database = sale.getBean(ShopDatabase.class);
            Await.until(
                    "an order", Duration.ofSeconds(60), () -> database.figures().sold() > 0);
        }
    }

    private static void signal(String name, List<ServiceProcess> services) throws Exception {
        for (ServiceProcess each : services) {
            assertThat(new ProcessBuilder("kill", "-" + name, "" + each.pid())
                            .start()
                            .waitFor())
                    .isZero();
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
