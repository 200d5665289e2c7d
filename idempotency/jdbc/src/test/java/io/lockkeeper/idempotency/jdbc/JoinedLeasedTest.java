package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.idempotency.engine.Replays;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.StoredEnd;
import io.lockkeeper.servers.Await;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@OnEveryDatabase
class JoinedLeasedTest {

    private final LeaseBench bench;

    JoinedLeasedTest(Kind kind) {
        this.bench = LeaseBench.on(kind);
    }

    /** A transaction that waited with the record locked would wait for itself. */
    @Test
    void an_attempt_ends_though_a_call_in_a_transaction_waits_for_it() throws Exception {
        IdempotentCall<@Nullable String> call =
                Shop.call("a").withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofMinutes(5)));
        TestSource source = new TestSource(bench.url(), Connection.TRANSACTION_READ_COMMITTED, false);
        CountDownLatch looked = new CountDownLatch(1);
        source.watch(step -> {
            if (step.startsWith("after ") && step.contains("attempts")) {
                looked.countDown();
            }
        });
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (IdempotencyStore store = bench.store();
                TransactionalIdempotency transactional =
                        JdbcIdempotency.transactional(source, bench.settings(Duration.ofSeconds(60)))) {
            IdempotencyClaim claim = LeasedRaceTest.claim(call.key());
            ClaimAnswer.Granted granted = (ClaimAnswer.Granted)
                    store.claim(claim).toCompletableFuture().join();
            Future<Outcome<@Nullable String>> joined = thread.submit(() -> {
                try (Connection own = source.getConnection()) {
                    Outcome<@Nullable String> outcome =
                            transactional.in(own).runInTransaction(call, attempt -> "not run");
                    own.rollback();
                    return outcome;
                }
            });
            assertThat(looked.await(60, TimeUnit.SECONDS)).isTrue();
            Ownership owned = new Ownership(claim.key(), claim.owner(), granted.token());
            Await.until("the end", Shop.PATIENCE, () -> isFinished(store, owned));
            assertThat(joined.get(60, TimeUnit.SECONDS)).isNotInstanceOf(Outcome.Executed.class);
        } finally {
            thread.shutdownNow();
        }
    }

    private static boolean isFinished(IdempotencyStore store, Ownership owned) {
        StoredEnd end = new StoredEnd(IdempotencyState.COMPLETED, Replays.gone(), Retention.of(Duration.ofDays(1)));
        try {
            return store.finish(owned, end).toCompletableFuture().join() == ChangeAnswer.DONE;
        } catch (CompletionException locked) {
            return false;
        }
    }
}
