package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that repeats wait for the request in flight if they want to, for as long as they want to, and disturb it never. */
public interface WaitingPromise extends IdempotencyFixture {

    /** An operation in flight: runs until the test lets it end. */
    final class InFlight {

        final CountDownLatch runs = new CountDownLatch(1);
        final CountDownLatch ends = new CountDownLatch(1);
        final Future<Outcome<@Nullable Object>> outcome;

        InFlight(Crowd crowd, Idempotency idempotency, IdempotentCall<@Nullable Object> call)
                throws InterruptedException {
            outcome = crowd.begin(() -> idempotency.run(call, attempt -> {
                runs.countDown();
                ends.await();
                return "first";
            }));
            crowd.await(runs);
        }
    }

    /** In the same process, and in another. */
    @Test
    default void aRepeatThatDoesNotWaitIsRefused() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            InFlight first = new InFlight(crowd, ann, call(key));
            for (Idempotency either : List.of(ann, bob)) {
                Outcome<@Nullable Object> refused =
                        crowd.outcome(crowd.begin(() -> either.run(call(key), attempt -> "run twice")));
                assertThat(refused)
                        .isInstanceOfSatisfying(
                                Outcome.InFlight.class,
                                inFlight -> assertThat(inFlight.retryAfter()).isPositive());
            }
            first.ends.countDown();
            assertThat(crowd.outcome(first.outcome)).isEqualTo(new Outcome.Executed<Object>("first"));
        }
    }

    /** In the same process, and in another. */
    @Test
    default void aRepeatThatWaitsGetsTheValue() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            InFlight first = new InFlight(crowd, ann, call(key));
            List<Future<Outcome<@Nullable Object>>> repeats = new ArrayList<>();
            for (Idempotency either : List.of(ann, ann, bob, bob)) {
                repeats.add(crowd.begin(() -> either.run(waiting(key, LONG), attempt -> "run twice")));
            }
            passTime(Duration.ofMillis(100));
            first.ends.countDown();
            for (Future<Outcome<@Nullable Object>> repeat : repeats) {
                assertThat(crowd.outcome(repeat)).isEqualTo(new Outcome.Replayed<Object>("first"));
            }
        }
    }

    /** It frees nobody's claim: those that come later still see the request in flight. */
    @Test
    default void aRepeatThatGivesUpDisturbsNobody() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        try (Idempotency ann = start();
                Idempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            InFlight first = new InFlight(crowd, ann, call(key));
            for (Idempotency either : List.of(ann, bob)) {
                assertThat(crowd.outcome(crowd.begin(() ->
                                either.run(waiting(key, Duration.ofMillis(100)), attempt -> runs.incrementAndGet()))))
                        .isInstanceOf(Outcome.InFlight.class);
                assertThat(crowd.outcome(crowd.begin(() -> either.run(call(key), attempt -> runs.incrementAndGet()))))
                        .isInstanceOf(Outcome.InFlight.class);
            }
            first.ends.countDown();
            assertThat(crowd.outcome(first.outcome)).isEqualTo(new Outcome.Executed<Object>("first"));
            assertThat(bob.run(call(key), attempt -> runs.incrementAndGet()))
                    .isEqualTo(new Outcome.Replayed<Object>("first"));
            assertThat(runs).hasValue(0);
        }
    }

    /** It neither runs nor leaves anything behind. */
    @Test
    default void anInterruptedRepeatLeavesNothing() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        try (Idempotency ann = start();
                Idempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            InFlight first = new InFlight(crowd, ann, call(key));
            for (Idempotency either : List.of(ann, bob)) {
                CountDownLatch begun = new CountDownLatch(1);
                Thread[] waiter = new Thread[1];
                Future<Boolean> repeat = crowd.begin(() -> {
                    waiter[0] = Thread.currentThread();
                    begun.countDown();
                    try {
                        either.run(waiting(key, LONG), attempt -> runs.incrementAndGet());
                        return false;
                    } catch (InterruptedException e) {
                        return true;
                    }
                });
                crowd.await(begun);
                passTime(Duration.ofMillis(100));
                waiter[0].interrupt();
                assertThat(crowd.outcome(repeat)).as("interrupted").isTrue();
            }
            first.ends.countDown();
            assertThat(crowd.outcome(first.outcome)).isEqualTo(new Outcome.Executed<Object>("first"));
            assertThat(bob.run(call(key), attempt -> runs.incrementAndGet()))
                    .isEqualTo(new Outcome.Replayed<Object>("first"));
            assertThat(runs).hasValue(0);
        }
    }

    /** Before it asked for anything. */
    @Test
    default void anInterruptedRequestDoesNotRun() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        try (Idempotency ann = start();
                Crowd crowd = new Crowd(patience())) {
            InFlight first = new InFlight(crowd, ann, call(key));
            Future<Boolean> repeat = crowd.begin(() -> {
                Thread.currentThread().interrupt();
                try {
                    ann.run(waiting(key, LONG), attempt -> runs.incrementAndGet());
                    return false;
                } catch (InterruptedException e) {
                    return true;
                }
            });
            assertThat(crowd.outcome(repeat)).as("interrupted").isTrue();
            first.ends.countDown();
            crowd.outcome(first.outcome);
            assertThat(runs).hasValue(0);
        }
    }

    /** It is not run, and once the first is done it is told so. */
    @Test
    default void aWaitingRepeatWithAnotherPayloadIsAMismatch() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        try (Idempotency ann = start();
                Idempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            InFlight first = new InFlight(crowd, ann, call(key));
            List<Future<Outcome<@Nullable Object>>> others = new ArrayList<>();
            for (Idempotency either : List.of(ann, bob)) {
                others.add(crowd.begin(() -> either.run(other(key), attempt -> runs.incrementAndGet())));
            }
            first.ends.countDown();
            for (Future<Outcome<@Nullable Object>> other : others) {
                assertThat(crowd.outcome(other)).isEqualTo(new Outcome.Mismatch<>());
            }
            assertThat(crowd.outcome(first.outcome)).isEqualTo(new Outcome.Executed<Object>("first"));
            assertThat(runs).hasValue(0);
        }
    }

    private IdempotentCall<@Nullable Object> other(IdempotencyKey key) {
        return IdempotentCall.of(key, OTHER_PRINT, call(key).codec())
                .withOptions(IdempotencyOptions.defaults().withMaxWait(LONG));
    }

    /** The first failed, so one of those that wait runs. */
    @Test
    default void aRepeatRunsIfTheFirstFails() throws Exception {
        IdempotencyKey key = freshKey();
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        try (Idempotency ann = start();
                Idempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            Future<Outcome<@Nullable Object>> first = crowd.begin(() -> ann.run(call(key), attempt -> {
                runs.countDown();
                ends.await();
                throw new IllegalStateException("busy");
            }));
            crowd.await(runs);
            Future<Outcome<@Nullable Object>> near =
                    crowd.begin(() -> ann.run(waiting(key, LONG), attempt -> "second"));
            Future<Outcome<@Nullable Object>> far = crowd.begin(() -> bob.run(waiting(key, LONG), attempt -> "second"));
            passTime(Duration.ofMillis(50));
            ends.countDown();
            assertThatThrownBy(() -> crowd.outcome(first)).hasMessage("busy");
            assertThat(List.of(crowd.outcome(near), crowd.outcome(far)))
                    .containsExactlyInAnyOrder(
                            new Outcome.Executed<Object>("second"), new Outcome.Replayed<Object>("second"));
        }
    }

    /** Those beyond the bound are refused; those within it get the value. */
    @Test
    default void theNumberOfRepeatsThatWaitIsBounded() throws Exception {
        IdempotencyKey key = freshKey();
        IdempotentCall<@Nullable Object> bounded = call(key)
                .withOptions(IdempotencyOptions.defaults().withMaxWait(LONG).withMaxWaiters(3));
        try (Idempotency ann = start();
                Crowd crowd = new Crowd(patience())) {
            InFlight first = new InFlight(crowd, ann, call(key));
            CountDownLatch refused = new CountDownLatch(7);
            List<Future<Outcome<@Nullable Object>>> repeats = new ArrayList<>();
            for (int repeat = 0; repeat < 10; repeat++) {
                repeats.add(crowd.begin(() -> {
                    Outcome<@Nullable Object> outcome = ann.run(bounded, attempt -> "run twice");
                    if (outcome instanceof Outcome.InFlight) {
                        refused.countDown();
                    }
                    return outcome;
                }));
            }
            crowd.await(refused);
            first.ends.countDown();
            int replayed = 0;
            for (Future<Outcome<@Nullable Object>> repeat : repeats) {
                replayed += crowd.outcome(repeat).equals(new Outcome.Replayed<Object>("first")) ? 1 : 0;
            }
            assertThat(replayed).isEqualTo(3);
        }
    }
}
