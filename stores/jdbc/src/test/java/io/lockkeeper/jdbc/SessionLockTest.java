package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RequiresMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A session's lock lives as long as its connection, and no longer. */
class SessionLockTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String USER_LOCK =
            "information_schema.processlist WHERE state = 'User lock' AND db = DATABASE()";

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(
                    TestDatabase::postgreSql,
                    "pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'");
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb, USER_LOCK);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySql, USER_LOCK);
        }
    }

    @Test
    void aDatabaseWithoutSuchLocksSaysWhatWouldDo() {
        CountedDataSource h2 = new CountedDataSource(TestDatabase.h2().url());
        assertThatThrownBy(() -> SessionLock.acquire(h2, "a", LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RowLock");
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        private final String waiters;

        /** On a database that shows in a view who waits. */
        OnAnyDatabase(Supplier<TestDatabase> starter, String waiters) {
            super(starter);
            this.waiters = waiters;
        }

        @Test
        void oneHasItAtATime() {
            CountedDataSource source = new CountedDataSource(database().url());
            try (SessionLock held = SessionLock.acquire(source, "orders:42", LONG)) {
                assertThat(held.isHeld()).isTrue();
                assertThat(SessionLock.tryAcquire(source, "orders:42", Duration.ZERO))
                        .isEmpty();
                assertThatThrownBy(() -> SessionLock.acquire(source, "orders:42", Duration.ofMillis(200)))
                        .isInstanceOf(LockTimeoutException.class);
                SessionLock.acquire(source, "orders:43", Duration.ZERO).close();
            }
            SessionLock.acquire(source, "orders:42", Duration.ZERO).close();
        }

        @Test
        void whoWaitsHasItWhenItIsClosed() {
            CountedDataSource source = new CountedDataSource(database().url());
            SessionLock held = SessionLock.acquire(source, "b", LONG);
            CompletableFuture<SessionLock> next = Aside.ask(() -> SessionLock.acquire(source, "b", LONG));
            Await.until("somebody waits", LONG, () -> database().number("SELECT COUNT(*) FROM " + waiters) == 1);
            assertThat(next).isNotDone();
            held.close();
            assertThat(held.isHeld()).isFalse();
            next.orTimeout(30, TimeUnit.SECONDS).join().close();
        }

        @Test
        void aBrokenConnectionFreesItAndTheHolderFindsOut() throws SQLException {
            CountedDataSource source = new CountedDataSource(database().url());
            SessionLock held = SessionLock.acquire(source, "c", LONG);
            Connection connection = source.last();
            connection.abort(Runnable::run);
            Await.until("it is lost", LONG, () -> !held.isHeld());
            assertThatThrownBy(held::close).isInstanceOf(NotHeldException.class);
            SessionLock.acquire(new CountedDataSource(database().url()), "c", LONG)
                    .close();
        }
    }
}
