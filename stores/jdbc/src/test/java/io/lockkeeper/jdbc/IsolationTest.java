package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresNewer;
import io.lockkeeper.store.Engine;
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

/** A source of connections may have any isolation level: what it makes fail is tried again. */
class IsolationTest {

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }

        /** As a standby is. */
        @Test
        void aDatabaseThatOnlyReadsGrantsNothing() {
            database().open().close(); // Makes the tables.
            String standby = database().url("options=-c%20default_transaction_read_only=on");
            try (LockClient locks = LockClient.connect(standby)) {
                assertThatThrownBy(() -> locks.lock("orders").tryAcquire())
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("read-only");
            }
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
    @RequiresNewer("mariadb")
    class OnNewerMariaDb extends OnAnyDatabase {
        OnNewerMariaDb() {
            super(TestDatabase::newerMariaDb);
        }
    }

    @Nested
    @RequiresNewer("mysql")
    class OnMySql extends OnAnyDatabase {
        OnMySql() {
            super(TestDatabase::mySql);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        private static final int CLIENTS = 4;
        private static final int TURNS = 15;

        private int counter;

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE"})
        void oneAtATimeCounts(String isolation) {
            counter = 0;
            try (HikariDataSource pool = new HikariDataSource()) {
                pool.setJdbcUrl(database().url());
                pool.setMaximumPoolSize(20);
                pool.setTransactionIsolation(isolation);
                List<CompletableFuture<Void>> all = new ArrayList<>();
                for (int client = 0; client < CLIENTS; client++) {
                    all.add(Aside.run(() -> count(pool, isolation)));
                }
                for (CompletableFuture<Void> one : all) {
                    one.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
                }
            }
            assertThat(counter).isEqualTo(CLIENTS * TURNS);
        }

        private void count(HikariDataSource pool, String name) {
            ClientOptions options = ClientOptions.defaults().withLocalRuns(LocalRuns.none());
            JdbcStore store = JdbcStore.over(pool, JdbcSettings.defaults().withTimeout(Duration.ofSeconds(30)));
            try (LockClient locks = Engine.load().start(store, options)) {
                for (int turn = 0; turn < TURNS; turn++) {
                    try (Lease lease = locks.lock(name).acquire()) {
                        int seen = counter;
                        Thread.onSpinWait();
                        counter = seen + 1;
                        lease.ensureHeld();
                    }
                }
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }
}
