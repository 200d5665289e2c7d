package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody's transaction keeps the row of a lock, and a pool of the user's bounds nothing. */
class LockedRowTest extends OneDatabase {

    private static final String WAITING =
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

    LockedRowTest() {
        super(TestDatabase::postgreSql);
    }

    /** By callers and by threads of the store's own: which it is depends on how long the pool keeps one waiting. */
    @ParameterizedTest
    @ValueSource(longs = {4_000, 60_000})
    void nobodyIsLeftWaitingForItInTheDatabase(long poolMillis) throws Exception {
        JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(4));
        try (HikariDataSource pool = pool(poolMillis);
                LockClient locks = JdbcStore.client(pool, settings, ClientOptions.defaults());
                Connection keeper = database().connect();
                Statement statement = keeper.createStatement()) {
            locks.lock("orders").acquire().close();
            keeper.setAutoCommit(false);
            statement.execute("SELECT * FROM lockkeeper_locks2 WHERE name = 'orders' FOR UPDATE");
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThat(locks.lock("orders").tryAcquire())
                        .as("a lock whose row is kept")
                        .isEmpty();
            }
            Await.until("the database has ended what waited", PATIENCE, () -> waiting() == 0);
            keeper.rollback();
            assertThat(locks.lock("orders").acquire().isHeld()).isTrue();
        }
    }

    /** What was done before is known. */
    @Test
    void aConnectionThatCannotGoBackMakesNoFailureOfAnAnswer() {
        CountedDataSource source = new CountedDataSource(database().url());
        AtomicBoolean isOpen = new AtomicBoolean();
        PlainDataSource broken = new PlainDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = source.getConnection();
                return (Connection) Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            if (isOpen.get() && method.getName().equals("close")) {
                                throw new SQLException("This pool does not know the connection.");
                            }
                            return method.invoke(connection, arguments);
                        });
            }
        };
        try (JdbcStore store = JdbcStore.over(broken, JdbcSettings.defaults().withTimeout(Duration.ofSeconds(30)))) {
            isOpen.set(true);
            Grant held = new ClaimsOf("ann").hold(store, "kept", Duration.ofMinutes(1));
            assertThat(ClaimsOf.answer(store.release(held))).isInstanceOf(ReleaseOutcome.Released.class);
        }
    }

    private long waiting() throws Exception {
        return database().number(WAITING);
    }

    private HikariDataSource pool(long millis) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database().url());
        pool.setConnectionTimeout(millis);
        return pool;
    }
}
