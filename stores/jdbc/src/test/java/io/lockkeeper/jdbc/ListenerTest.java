package io.lockkeeper.jdbc;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Engine;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who listens to PostgreSQL listens on when its connection breaks, and misses nothing. */
class ListenerTest extends OneDatabase {

    /** Who listens asks now and then whether its connection is still there. */
    private static final String LISTENERS =
            "FROM pg_stat_activity WHERE query ~ '^(LISTEN |SELECT 1$)' AND datname = current_database()";

    private static final String WAITED_FOR = "FROM lockkeeper_locks2 WHERE waiting IS NOT NULL";

    ListenerTest() {
        super(TestDatabase::postgreSql);
    }

    /** By itself it would ask again when the holder's lease ends, in five minutes. */
    @Test
    void whoWaitsHasTheLockThoughItsConnectionBrokeBeforeTheRelease() throws Exception {
        try (LockClient ann = client();
                LockClient eve = client()) {
            Lease lease = ann.lock("orders").acquire();
            CompletableFuture<Lease> next = eve.lock("orders").acquireAsync().toCompletableFuture();
            Await.until("eve waits", PATIENCE, () -> count(WAITED_FOR) == 1);
            Await.until("her connection is cut", PATIENCE, () -> cut() == 1);
            lease.close();
            next.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
            Await.until("somebody listens again", PATIENCE, () -> count(LISTENERS) == 1);
        }
    }

    private LockClient client() {
        ClientOptions options = ClientOptions.defaults().withLease(Duration.ofMinutes(5));
        return Engine.load().start(database().open(), options);
    }

    /** Returns when they are gone. */
    private long cut() throws SQLException {
        return database().number("SELECT COUNT(NULLIF(pg_terminate_backend(pid, 10000), false)) " + LISTENERS);
    }

    private long count(String what) throws SQLException {
        return database().number("SELECT COUNT(*) " + what);
    }
}
