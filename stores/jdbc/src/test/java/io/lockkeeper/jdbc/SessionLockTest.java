package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresNewer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A session's lock lives as long as its connection, and no longer. */
class SessionLockTest {

    private static final String USER_LOCK =
            "information_schema.processlist WHERE state = 'User lock' AND db = DATABASE()";

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(
                    TestDatabase::postgreSql,
                    "pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
                    "pg_advisory_unlock_all()");
        }

        /** It has locks of its own. */
        @Test
        void aStandbyIsRefused() {
            try (PostgresServer standby = PostgresServer.startStandby()) {
                CountedDataSource source = new CountedDataSource(standby.url());
                assertThatThrownBy(() -> SessionLock.acquire(source, "l", Duration.ZERO))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("this is a standby");
            }
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb, USER_LOCK, "RELEASE_ALL_LOCKS()");
        }

        /** The server answers NULL, or with an error: that is not that somebody else has it. */
        @Test
        void aWaitThatIsEndedIsNoAnswer() throws SQLException {
            try (SessionLock held =
                    SessionLock.acquire(new CountedDataSource(database().url()), "i", PATIENCE)) {
                assertThat(held.isHeld()).isTrue();
                CountedDataSource source = new CountedDataSource(database().url());
                CompletableFuture<?> waits = Aside.ask(() -> SessionLock.tryAcquire(source, "i", PATIENCE));
                Await.until(
                        "somebody waits", PATIENCE, () -> database().number("SELECT COUNT(*) FROM " + USER_LOCK) == 1);
                database().execute("KILL QUERY " + database().number("SELECT id FROM " + USER_LOCK));
                assertThatThrownBy(() -> waits.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                                .join())
                        .hasCauseInstanceOf(StoreUnavailableException.class);
            }
        }

        @Test
        void aSessionThatTheDriverReplacedHasItNot() throws SQLException {
            String host = database().url().replaceFirst(".*//([^/]+)/.*", "$1");
            CountedDataSource source = new CountedDataSource(database()
                    .url()
                    .replace("jdbc:mariadb://" + host, "jdbc:mariadb:sequential://" + host + "," + host));
            SessionLock held = SessionLock.acquire(source, "e", PATIENCE);
            try (Statement statement = source.last().createStatement();
                    ResultSet id = statement.executeQuery("SELECT CONNECTION_ID()")) {
                id.next();
                database().execute("KILL " + id.getLong(1));
            }
            assertThat(held.isHeld()).isFalse();
            assertThatThrownBy(held::close).isInstanceOf(NotHeldException.class);
        }
    }

    /** Replicas have locks of their own. */
    @Nested
    @RequiresNewer("mariadb")
    class WithReplicas {

        @Test
        void aProxyThatSendsReadsToOneKeepsNobodyOut() {
            TestDatabase primary = TestDatabase.mariaDb();
            SplittingDataSource proxy = new SplittingDataSource(
                    primary.url(), TestDatabase.newerMariaDb().url());
            try (SessionLock held = SessionLock.acquire(proxy, "f", OneDatabase.PATIENCE)) {
                assertThat(held.isHeld()).isTrue();
                assertThat(SessionLock.tryAcquire(new CountedDataSource(primary.url()), "f", Duration.ZERO))
                        .isEmpty();
            }
        }

        @Test
        void aServerThatOnlyReadsIsRefused() {
            try (MariaDbServer replica = MariaDbServer.start("--read-only=ON")) {
                CountedDataSource source = new CountedDataSource(replica.url());
                assertThatThrownBy(() -> SessionLock.acquire(source, "g", Duration.ZERO))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("read_only is ON");
            }
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySqlsDriver, USER_LOCK, "RELEASE_ALL_LOCKS()");
        }
    }

    @Test
    void aDatabaseWithoutSuchLocksSaysWhatWouldDo() {
        CountedDataSource h2 = new CountedDataSource(TestDatabase.h2().url());
        assertThatThrownBy(() -> SessionLock.acquire(h2, "a", Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RowLock");
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        private final String waiters;
        private final String freeAll;

        /** On a database that shows in a view who waits, and frees all that a session has. */
        OnAnyDatabase(Supplier<TestDatabase> starter, String waiters, String freeAll) {
            super(starter);
            this.waiters = waiters;
            this.freeAll = freeAll;
        }

        @Test
        void oneHasItAtATime() {
            CountedDataSource source = new CountedDataSource(database().url());
            try (SessionLock held = SessionLock.acquire(source, "orders:42", PATIENCE)) {
                assertThat(held.isHeld()).isTrue();
                assertThat(SessionLock.tryAcquire(source, "orders:42", Duration.ZERO))
                        .isEmpty();
                assertThatThrownBy(() -> SessionLock.acquire(source, "orders:42", Duration.ofMillis(200)))
                        .isInstanceOf(LockTimeoutException.class);
                SessionLock.acquire(source, "orders:43", Duration.ZERO).close();
            }
            SessionLock.acquire(source, "orders:42", Duration.ZERO).close();
        }

        /** Even if its pool resets nothing. */
        @Test
        void theConnectionGoesBackAsItCame() throws SQLException {
            CountedDataSource source = new CountedDataSource(database().url(), false);
            SessionLock held = SessionLock.acquire(source, "k", PATIENCE);
            Connection holding = source.last();
            assertThat(SessionLock.tryAcquire(source, "k", Duration.ZERO)).isEmpty();
            assertThat(source.last().getAutoCommit()).isFalse();
            held.close();
            assertThat(holding.getAutoCommit()).isFalse();
        }

        @Test
        void aWaitMayBeLongerThanTheDatabaseCanCount() {
            CountedDataSource source = new CountedDataSource(database().url());
            SessionLock.acquire(source, "h", Duration.ofDays(36_500)).close();
            SessionLock.acquire(source, "h", Duration.ofSeconds(Long.MAX_VALUE)).close();
            SessionLock.acquire(source, "h", Duration.ofSeconds(-1)).close();
        }

        @Test
        void whoWaitsHasItWhenItIsClosed() {
            CountedDataSource source = new CountedDataSource(database().url());
            SessionLock held = SessionLock.acquire(source, "b", PATIENCE);
            CompletableFuture<SessionLock> next = Aside.ask(() -> SessionLock.acquire(source, "b", PATIENCE));
            Await.until("somebody waits", PATIENCE, () -> database().number("SELECT COUNT(*) FROM " + waiters) == 1);
            assertThat(next).isNotDone();
            held.close();
            assertThat(held.isHeld()).isFalse();
            next.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
        }

        /** As after a driver or a pooler put another session in the place of a broken one. */
        @Test
        void aSessionThatHasItNotIsNotHeld() throws SQLException {
            CountedDataSource source = new CountedDataSource(database().url());
            SessionLock held = SessionLock.acquire(source, "d", PATIENCE);
            try (Statement statement = source.last().createStatement()) {
                statement.execute("SELECT " + freeAll);
            }
            assertThat(held.isHeld()).isFalse();
            assertThatThrownBy(held::close).isInstanceOf(NotHeldException.class);
        }

        @Test
        void aBrokenConnectionFreesItAndTheHolderFindsOut() throws SQLException {
            CountedDataSource source = new CountedDataSource(database().url());
            SessionLock held = SessionLock.acquire(source, "c", PATIENCE);
            Connection connection = source.last();
            connection.abort(Runnable::run);
            Await.until("it is lost", PATIENCE, () -> !held.isHeld());
            assertThatThrownBy(held::close).isInstanceOf(NotHeldException.class);
            SessionLock.acquire(new CountedDataSource(database().url()), "c", PATIENCE)
                    .close();
        }
    }
}
