package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.PgBouncer;
import io.lockkeeper.servers.RequiresNewer;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * While somebody has locked the whole table, as one does who alters it, nobody is left waiting for it in PostgreSQL, which does
 * not notice that a client is gone. MariaDB and MySQL do.
 */
class LockedTableTest extends OneDatabase {

    private static final String WAITING =
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

    LockedTableTest() {
        super(TestDatabase::postgreSql);
    }

    @Test
    void directly() throws Exception {
        assertNobodyIsLeftWaiting(database().url());
    }

    @Test
    @RequiresNewer("pgbouncer")
    void behindAPooler() throws Exception {
        String port = database().url().replaceAll(".*127\\.0\\.0\\.1:(\\d+).*", "$1");
        try (PgBouncer bouncer = PgBouncer.before(Integer.parseInt(port), "pool_mode=transaction")) {
            assertNobodyIsLeftWaiting(database().url().replace(":" + port, ":" + bouncer.port()));
        }
    }

    /** By our own bound, and by a shorter one of the user's sessions. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&options=-c%20lock_timeout=100"})
    void whoConnectsIsToldInTimeAndLeavesNothingBehind(String parameters) throws Exception {
        database().open().close();
        try (Connection keeper = database().connect();
                Statement statement = keeper.createStatement()) {
            keeper.setAutoCommit(false);
            statement.execute("LOCK TABLE lockkeeper_locks2 IN ACCESS EXCLUSIVE MODE");
            JdbcSettings impatient = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(1));
            CompletableFuture<JdbcStore> connecting = Aside.ask(
                    () -> JdbcStore.over(new CountedDataSource(database().url() + parameters), impatient));
            assertThatThrownBy(() -> ClaimsOf.answer(connecting)).hasCauseInstanceOf(StoreUnavailableException.class);
            Await.until("the database has ended what waited", PATIENCE, () -> waiting() == 0);
            keeper.rollback();
        }
    }

    private void assertNobodyIsLeftWaiting(String url) throws Exception {
        try (JdbcStore store = JdbcStore.connect(StoreAddress.parse(url + "&lockkeeper.timeout=2s"));
                Connection keeper = database().connect();
                Statement statement = keeper.createStatement()) {
            keeper.setAutoCommit(false);
            statement.execute("LOCK TABLE lockkeeper_locks2 IN ACCESS EXCLUSIVE MODE");
            var unused = store.claim(new ClaimsOf("ann").now("orders", Duration.ofMinutes(1)));
            Await.until("it waits for the table", PATIENCE, () -> waiting() == 1);
            Await.until("the database has ended what waited", PATIENCE, () -> waiting() == 0);
            keeper.rollback();
        }
    }

    private long waiting() throws Exception {
        return database().number(WAITING);
    }
}
