package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiters that are gone hold up those behind them for the claim time each, not for a lease. */
@OnEveryDatabase
class DeadLineTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final int GONE = 3;

    /** Many claim times, of half a second each; but less than the lease of the living one, 30 s, after which it asks again in any case. */
    private static final Duration SOON = Duration.ofSeconds(20);

    DeadLineTest(Kind kind) {
        super(kind);
    }

    /** The holder lets go of the lock long before its lease ends, or dies with it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLivingBehindTheDeadHasTheLockSoon(boolean released) throws SQLException {
        String name = "dead-" + released;
        String parameters = "lockkeeper.timeout=30s&lockkeeper.claim-time=500ms";
        try (JdbcStore store = database().open(parameters);
                LockClient living = LockClient.connect(database().url(parameters))) {
            Grant grant = new ClaimsOf("holder").hold(store, name, LEASE);
            for (int dead = 0; dead < GONE; dead++) {
                Claim gone = new ClaimsOf("dead" + dead).waiting(name, LEASE);
                assertThat(ClaimsOf.queued(store, gone).ahead()).isEqualTo(dead);
            }
            CompletableFuture<Lease> waiting = living.lock(name).acquireAsync().toCompletableFuture();
            Await.until(
                    "the living one waits",
                    PATIENCE,
                    () -> answer(store.inspect(name)).orElseThrow().waiters().size() == GONE + 1);
            if (released) {
                answer(store.release(grant));
            } else {
                database()
                        .execute("UPDATE lockkeeper_locks2 SET ends = since + 1, changes = changes + 1"
                                + " WHERE claim = '" + grant.claim() + "'");
            }
            waiting.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join().close();
        }
    }
}
