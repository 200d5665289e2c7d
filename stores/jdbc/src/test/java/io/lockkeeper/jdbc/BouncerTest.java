package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.PgBouncer;
import io.lockkeeper.servers.RequiresNewer;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PgBouncer between, which in transaction mode takes LISTEN and lets nothing be heard. */
@RequiresNewer("pgbouncer")
class BouncerTest extends OneDatabase {

    BouncerTest() {
        super(TestDatabase::postgreSql);
    }

    /** By itself it would ask again when the holder's lease ends, in five minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"transaction", "session"})
    void whoWaitsHasTheLockSoonAfterItsRelease(String mode) throws Exception {
        try (PgBouncer bouncer = bouncer(mode);
                LockClient ann = client(bouncer);
                LockClient eve = client(bouncer)) {
            for (int turn = 0; turn < 3; turn++) {
                Lease lease = ann.lock(mode).acquire();
                CompletableFuture<Lease> next = eve.lock(mode).acquireAsync().toCompletableFuture();
                Await.until("eve waits", PATIENCE, () -> waiting() == 1);
                lease.close();
                next.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
            }
        }
    }

    /** A session that listens is never told that its listener is gone. */
    @Test
    void noSessionListensThatOthersGet() throws Exception {
        try (PgBouncer bouncer = bouncer("transaction");
                LockClient ann = client(bouncer);
                LockClient eve = client(bouncer)) {
            Lease lease = ann.lock("listen").acquire();
            CompletableFuture<Lease> next = eve.lock("listen").acquireAsync().toCompletableFuture();
            Await.until("eve waits", PATIENCE, () -> waiting() == 1);
            lease.close();
            next.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
            List<Connection> all = new ArrayList<>();
            for (int session = 0; session < 10; session++) {
                Connection connection = DriverManager.getConnection(url(bouncer));
                all.add(connection);
                connection.setAutoCommit(false); // Keeps its session, so that the next one gets another.
                try (var statement = connection.createStatement();
                        var channels = statement.executeQuery("SELECT pg_listening_channels()")) {
                    assertThat(channels.next()).as("a session listens").isFalse();
                }
            }
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    /** As often as drivers need to prepare a statement under a name, which another session does not know. */
    @ParameterizedTest
    @ValueSource(strings = {"transaction", "session"})
    void locksAreTakenAndReleasedAsEver(String mode) throws Exception {
        try (PgBouncer bouncer = bouncer(mode);
                LockClient ann = client(bouncer);
                LockClient eve = client(bouncer)) {
            for (int turn = 0; turn < 30; turn++) {
                try (Lease lease = ann.lock("many-" + mode).acquire()) {
                    assertThat(eve.lock("many-" + mode).tryAcquire()).isEmpty();
                    assertThat(lease.isHeld()).isTrue();
                }
                eve.lock("many-" + mode)
                        .acquire(LockOptions.defaults().withMaxWait(PATIENCE))
                        .close();
            }
        }
    }

    /** Sessions of the server serve everybody: how long to wait for rows, and how transactions see each other, is theirs. */
    @ParameterizedTest
    @CsvSource({"lock_timeout, 0", "transaction_isolation, read committed"})
    void nothingIsLeftBehindInSessionsThatOthersGet(String setting, String expected) throws Exception {
        try (PgBouncer bouncer = bouncer("transaction")) {
            try (LockClient ann = client(bouncer)) {
                ann.lock(setting).acquire().close();
            }
            String through = url(bouncer);
            for (int session = 0; session < 10; session++) {
                try (var connection = DriverManager.getConnection(through);
                        var statement = connection.createStatement();
                        var answer = statement.executeQuery("SHOW " + setting)) {
                    answer.next();
                    assertThat(answer.getString(1)).isEqualTo(expected);
                }
            }
        }
    }

    /** In transaction mode, statements of two clients would share a session, which has every lock that it asks for. */
    @ParameterizedTest
    @ValueSource(strings = {"transaction", "session"})
    void aSessionLockKeepsItsSession(String mode) {
        try (PgBouncer bouncer = bouncer(mode)) {
            CountedDataSource source = new CountedDataSource(url(bouncer));
            for (int turn = 0; turn < 10; turn++) {
                try (SessionLock held = SessionLock.acquire(source, mode, PATIENCE)) {
                    assertThat(SessionLock.tryAcquire(source, mode, Duration.ZERO))
                            .isEmpty();
                    assertThat(SessionLock.tryAcquire(source, mode, Duration.ofMillis(10)))
                            .isEmpty();
                    assertThat(held.isHeld()).isTrue();
                }
            }
        }
    }

    private PgBouncer bouncer(String mode) {
        return PgBouncer.before(port(), "pool_mode=" + mode, "default_pool_size=40");
    }

    private int port() {
        return Integer.parseInt(database().url().replaceAll(".*127\\.0\\.0\\.1:(\\d+).*", "$1"));
    }

    private String url(PgBouncer bouncer) {
        return database().url().replace("127.0.0.1:" + port(), "127.0.0.1:" + bouncer.port());
    }

    private LockClient client(PgBouncer bouncer) {
        ClientOptions options = ClientOptions.defaults().withLease(Duration.ofMinutes(5));
        JdbcStore store = JdbcStore.connect(StoreAddress.parse(url(bouncer) + "&lockkeeper.timeout=10s"));
        return Engine.load().start(store, options);
    }

    private long waiting() throws SQLException {
        return database().number("SELECT COUNT(*) FROM lockkeeper_locks2 WHERE waiting IS NOT NULL");
    }
}
