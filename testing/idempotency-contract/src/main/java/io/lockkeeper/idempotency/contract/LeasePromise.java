package io.lockkeeper.idempotency.contract;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that a running attempt keeps its key, and learns if it lost it. */
public interface LeasePromise extends LeasedFixture {

    /** However long the operation takes. */
    @Test
    default void aLeaseIsRenewedWhileTheOperationRuns() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            Outcome<@Nullable Object> outcome = ann.runLeased(lease(key, Duration.ofSeconds(3)), attempt -> {
                outlast(Duration.ofSeconds(4));
                assertThat(attempt.remaining()).isPositive();
                attempt.ensureOwner();
                assertThat(bob.run(call(key), again -> "run twice")).isInstanceOf(Outcome.InFlight.class);
                return "number " + attempt.number();
            });
            assertThat(outcome).isEqualTo(new Outcome.Executed<Object>("number 1"));
        }
    }

    /** Judged before it is in flight, in the same process and in another. */
    @Test
    default void anotherPayloadInFlightIsAMismatch() throws Exception {
        IdempotencyKey key = freshKey();
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            Future<Outcome<@Nullable Object>> first = crowd.begin(() -> ann.run(call(key), attempt -> {
                runs.countDown();
                ends.await();
                return "first";
            }));
            crowd.await(runs);
            assertThat(ann.run(key, OTHER_PRINT, attempt -> "run")).isEqualTo(new Outcome.Mismatch<>());
            assertThat(bob.run(key, OTHER_PRINT, attempt -> "run")).isEqualTo(new Outcome.Mismatch<>());
            ends.countDown();
            assertThat(crowd.outcome(first)).isEqualTo(new Outcome.Executed<Object>("first"));
        }
    }

    /** Its listeners are called, and its outcome is not stored. */
    @Test
    default void anAttemptLearnsThatItsKeyWasFreed() throws Exception {
        IdempotencyKey key = freshKey();
        CountDownLatch lost = new CountDownLatch(2);
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            assertThatThrownBy(() -> ann.runLeased(lease(key, SHORT_LEASE), attempt -> {
                        attempt.onLost(lost::countDown);
                        assertThat(bob.catalogue().free(key, attempt.token())).isTrue();
                        eventually(
                                patience(), () -> assertThat(attempt.isOwner()).isFalse());
                        assertThatThrownBy(attempt::ensureOwner).isInstanceOf(AttemptLostException.class);
                        eventually(patience(), () -> assertThat(lost.getCount()).isEqualTo(1));
                        attempt.onLost(lost::countDown);
                        assertThat(bob.run(call(key), again -> "second"))
                                .isEqualTo(new Outcome.Executed<Object>("second"));
                        return "first";
                    }))
                    .isInstanceOf(AttemptLostException.class);
            eventually(patience(), () -> assertThat(lost.getCount()).isZero());
            assertThat(ann.run(call(key), again -> "third")).isEqualTo(new Outcome.Replayed<Object>("second"));
        }
    }

    /** What every attempt knows in this mode. */
    @Test
    default void theAttemptOfALeasedOperationIsLeased() throws Exception {
        try (LeasedIdempotency ann = start()) {
            ann.run(call(freshKey()), attempt -> {
                assertThat(attempt).isInstanceOfSatisfying(LeasedAttempt.class, leased -> {
                    assertThat(leased.remaining()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(30));
                });
                return "paid";
            });
        }
    }

    private IdempotentCall<@Nullable Object> lease(IdempotencyKey key, Duration lease) {
        return call(key).withOptions(IdempotencyOptions.defaults().withLease(lease));
    }
}
