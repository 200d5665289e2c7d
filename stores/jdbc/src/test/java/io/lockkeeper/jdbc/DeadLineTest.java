package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiters that are gone hold up those behind them for the claim time each, not for a lease. */
class DeadLineTest {

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int GONE = 4;

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

        /** The holder lets go of the lock long before its lease ends, or dies with it. */
        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void theLivingBehindTheDeadHasTheLockSoon(boolean released) {
            String name = "dead-" + released;
            String url = database().url("lockkeeper.timeout=10s&lockkeeper.claim-time=500ms");
            try (JdbcStore store = database().open("lockkeeper.timeout=10s&lockkeeper.claim-time=500ms");
                    LockClient living = LockClient.connect(url)) {
                Grant grant = new ClaimsOf("holder").hold(store, name, released ? LEASE : Duration.ofSeconds(2));
                for (int dead = 0; dead < GONE; dead++) {
                    Claim gone = new ClaimsOf("dead" + dead).waiting(name, LEASE);
                    assertThat(ClaimsOf.queued(store, gone).ahead()).isEqualTo(dead);
                }
                CompletableFuture<Lease> waiting =
                        living.lock(name).acquireAsync().toCompletableFuture();
                Await.until(
                        "the living one waits",
                        PATIENCE,
                        () -> store.inspect(name)
                                        .toCompletableFuture()
                                        .join()
                                        .orElseThrow()
                                        .waiters()
                                        .size()
                                == GONE + 1);
                if (released) {
                    assertThat(store.release(grant)).succeedsWithin(PATIENCE);
                }
                waiting.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
            }
        }
    }
}
