package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool of the user's that has no connection left is told of in time, and waited for. */
class ExhaustedPoolTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        /** By a pool that keeps callers waiting for long, and by one that does not. */
        @ParameterizedTest
        @ValueSource(longs = {300_000, 500})
        void whoDoesNotWaitIsToldInTime(long poolMillis) throws Exception {
            try (HikariDataSource pool = pool(poolMillis);
                    LockClient locks = client(pool)) {
                List<Connection> all = exhaust(pool);
                long began = System.nanoTime();
                assertThatThrownBy(() -> locks.lock("orders").tryAcquire())
                        .isInstanceOf(StoreUnavailableException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .as("the time, of which the store allows a second")
                        .isLessThan(PATIENCE);
                giveBack(all);
            }
        }

        @Test
        void whoWaitsHasTheLockWhenThePoolHasConnectionsAgain() throws Exception {
            try (HikariDataSource pool = pool(300_000);
                    LockClient locks = client(pool)) {
                List<Connection> all = exhaust(pool);
                CompletableFuture<Lease> waiting =
                        locks.lock("bills").acquireAsync().toCompletableFuture();
                Await.until(
                        "a connection is wanted, and again",
                        PATIENCE,
                        () -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() >= 2);
                assertThat(waiting).isNotDone();
                giveBack(all);
                waiting.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
            }
        }

        private HikariDataSource pool(long millis) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(database().url());
            pool.setMaximumPoolSize(3);
            pool.setConnectionTimeout(millis);
            return pool;
        }

        private static LockClient client(HikariDataSource pool) {
            JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(1));
            return Engine.load().start(JdbcStore.over(pool, settings), ClientOptions.defaults());
        }

        private static List<Connection> exhaust(HikariDataSource pool) throws SQLException {
            List<Connection> all = new ArrayList<>();
            while (all.size() < pool.getMaximumPoolSize()) {
                all.add(pool.getConnection());
            }
            return all;
        }

        private static void giveBack(List<Connection> all) throws SQLException {
            for (Connection each : all) {
                each.close();
            }
        }
    }
}
