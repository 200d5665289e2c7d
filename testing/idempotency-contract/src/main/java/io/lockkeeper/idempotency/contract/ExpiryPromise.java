package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Recovered;
import io.lockkeeper.idempotency.Recovery;
import io.lockkeeper.idempotency.Rejection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that an attempt that did not finish keeps its key until its lease expires, and that the caller's rule decides then. */
public interface ExpiryPromise extends LeasedFixture {

    /** An error leaves the key: nobody knows how far the operation came. */
    @Test
    default void anErrorLeavesTheKeyInProgress() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            assertThatThrownBy(() -> ann.run(call(key), attempt -> {
                        throw new AssertionError("no way");
                    }))
                    .isInstanceOf(AssertionError.class);
            assertThat(bob.run(call(key), attempt -> "run twice")).isInstanceOf(Outcome.InFlight.class);
            assertThat(ann.run(call(key), attempt -> "run twice")).isInstanceOf(Outcome.InFlight.class);
        }
    }

    /** The default. */
    @Test
    default void anExpiredKeyRunsAgain() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            die(ann, key);
            assertThat(bob.run(rule(key, OnExpiry.RUN_AGAIN), attempt -> "attempt " + attempt.number()))
                    .isEqualTo(new Outcome.Executed<Object>("attempt 2"));
        }
    }

    /** And one that waits need not come again. */
    @Test
    default void aRepeatThatWaitsRunsWhenTheLeaseExpires() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            begin(ann, key);
            assertThat(bob.run(waiting(key, LONG), attempt -> "attempt " + attempt.number()))
                    .isEqualTo(new Outcome.Executed<Object>("attempt 2"));
        }
    }

    /** For good, whatever later requests say. */
    @Test
    default void anExpiredKeyMayBeRejected() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            die(ann, key);
            assertThat(bob.run(rule(key, OnExpiry.REJECT), attempt -> "run twice"))
                    .isEqualTo(rejected(Rejection.EXPIRED));
            assertThat(ann.run(rule(key, OnExpiry.RUN_AGAIN), attempt -> "run twice"))
                    .isEqualTo(rejected(Rejection.EXPIRED));
        }
    }

    /** Until a person has looked. */
    @Test
    default void anExpiredKeyMayBeHeld() throws Exception {
        IdempotencyKey key = freshKey();
        IdempotentCall<@Nullable Object> hold = rule(key, OnExpiry.HOLD);
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            die(ann, key);
            assertThat(bob.run(hold, attempt -> "run twice")).isEqualTo(rejected(Rejection.UNKNOWN));
            assertThat(bob.run(hold, attempt -> "run twice")).isEqualTo(rejected(Rejection.UNKNOWN));
            long token = bob.catalogue().find(key).orElseThrow().attempt().token();
            assertThat(bob.catalogue().free(key, token)).isTrue();
            assertThat(bob.run(hold, attempt -> "paid")).isEqualTo(new Outcome.Executed<Object>("paid"));
        }
    }

    /** The effect was there: it is not run, and repeats get the value. */
    @Test
    default void aRecoveryMayFindTheEffect() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            die(ann, key);
            assertThat(bob.run(recovering(key, attempt -> new Recovered.Done<>("found")), attempt -> "run twice")
                            .valueOrThrow())
                    .isEqualTo("found");
            assertThat(ann.run(call(key), attempt -> "run twice")).isEqualTo(new Outcome.Replayed<Object>("found"));
        }
    }

    /** The effect was not there: it runs, under the same attempt. */
    @Test
    default void aRecoveryMayFindThatNothingHappened() throws Exception {
        IdempotencyKey key = freshKey();
        long[] tokens = new long[2];
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            die(ann, key);
            assertThat(bob.run(
                            recovering(key, attempt -> {
                                tokens[0] = attempt.token();
                                return new Recovered.NotDone<>();
                            }),
                            attempt -> {
                                tokens[1] = attempt.token();
                                return "attempt " + attempt.number();
                            }))
                    .isEqualTo(new Outcome.Executed<Object>("attempt 2"));
        }
        assertThat(tokens[1]).isEqualTo(tokens[0]);
    }

    /** Nothing runs, and a later request asks again. */
    @Test
    default void aRecoveryMayNotKnow() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger asked = new AtomicInteger();
        IdempotentCall<@Nullable Object> call = recovering(key, attempt -> {
            if (asked.incrementAndGet() == 1) {
                throw new java.io.IOException("no line");
            }
            return asked.get() == 2 ? new Recovered.Unknown<>() : new Recovered.Done<>("found");
        });
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            die(ann, key);
            for (int time = 1; time <= 2; time++) {
                assertThat(bob.run(call, attempt -> "run twice")).isEqualTo(rejected(Rejection.UNKNOWN));
                outlast(SHORT_LEASE);
            }
            assertThat(bob.run(call, attempt -> "run twice").valueOrThrow()).isEqualTo("found");
            assertThat(asked).hasValue(3);
        }
    }

    /** Whatever the rule: it did not finish, but it is another request. */
    @Test
    default void anExpiredKeyWithAnotherPayloadIsAMismatch() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            die(ann, key);
            assertThat(bob.run(key, OTHER_PRINT, attempt -> "run")).isEqualTo(new Outcome.Mismatch<>());
        }
    }

    /** An attempt that does not finish. */
    private void begin(Idempotency idempotency, IdempotencyKey key) {
        assertThatThrownBy(() -> idempotency.run(rule(key, OnExpiry.RUN_AGAIN), attempt -> {
                    throw new AssertionError("dies");
                }))
                .hasMessage("dies");
    }

    private void die(Idempotency idempotency, IdempotencyKey key) {
        begin(idempotency, key);
        outlast(SHORT_LEASE);
    }

    private IdempotentCall<@Nullable Object> rule(IdempotencyKey key, OnExpiry rule) {
        return call(key)
                .withOptions(
                        IdempotencyOptions.defaults().withLease(SHORT_LEASE).withOnExpiry(rule));
    }

    private IdempotentCall<@Nullable Object> recovering(IdempotencyKey key, Recovery<@Nullable Object> recovery) {
        return rule(key, OnExpiry.RUN_AGAIN).withRecovery(recovery);
    }

    private static <T extends @Nullable Object> Outcome<T> rejected(Rejection reason) {
        return new Outcome.Rejected<>(reason, Optional.empty());
    }
}
