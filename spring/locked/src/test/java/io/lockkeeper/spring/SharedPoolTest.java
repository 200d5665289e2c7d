package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** More threads than connections, where locks and transactions share a pool of two. */
class SharedPoolTest {

    private static final int THREADS = 12;
    private static final int CALLS = 10;

    private final TestApplication application = TestApplication.start(Map.of(), DatabaseLocks.class, Shop.class);
    private final Shop shop = application.get(Shop.class);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void close() {
        threads.shutdownNow();
        application.close();
    }

    /** Begins on all threads at once. */
    private List<Future<?>> onAll(CyclicBarrier barrier, Work work) {
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < barrier.getParties(); thread++) {
            int number = thread;
            all.add(threads.submit(() -> {
                barrier.await();
                work.run(number);
                return null;
            }));
        }
        return all;
    }

    private interface Work {
        void run(int thread) throws Exception;
    }

    private int connections() {
        return application.get(HikariDataSource.class).getHikariPoolMXBean().getActiveConnections();
    }

    @Test
    void callsAroundTransactionsAllEnd() throws Exception {
        for (Future<?> each : onAll(new CyclicBarrier(THREADS), thread -> {
            for (int call = 0; call < CALLS; call++) {
                shop.sell(thread % 4);
            }
        })) {
            each.get(3, TimeUnit.MINUTES);
        }
        assertThat(application.get(JdbcTemplate.class).queryForObject("select count(*) from sold", Integer.class))
                .isEqualTo(THREADS * CALLS);
        Until.isTrue(() -> connections() == 0);
    }

    @Test
    void callsInTransactionsThatHoldAllConnectionsAreRefused() throws Exception {
        TransactionTemplate transaction = application.get(TransactionTemplate.class);
        CyclicBarrier allConnected = new CyclicBarrier(2);
        for (Future<?> each : onAll(
                new CyclicBarrier(2),
                thread -> transaction.executeWithoutResult(status -> {
                    await(allConnected);
                    assertThat(connections()).isEqualTo(2);
                    assertThatThrownBy(() -> shop.sell(thread)).isInstanceOf(IllegalStateException.class);
                    await(allConnected);
                }))) {
            each.get(1, TimeUnit.MINUTES);
        }
        shop.sell(1);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(1, TimeUnit.MINUTES);
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    static class Shop {
        private final JdbcTemplate jdbc;

        Shop(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @Locked(name = "shop:#article", checkCommit = true)
        public void sell(int article) {
            jdbc.update("insert into sold values (?)", article);
        }
    }
}
