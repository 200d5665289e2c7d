package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that a storm of repeats runs an operation once, and is answered. */
public interface StormPromise extends IdempotencyFixture {

    /** All of them get its value. */
    @Test
    default void aThousandRepeatsThatWaitRunItOnce() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        try (Idempotency ann = start();
                Crowd crowd = new Crowd(patience())) {
            List<Outcome<@Nullable Object>> outcomes = crowd.together(
                    1_000, () -> ann.run(waiting(key, LONG), attempt -> "paid " + runs.incrementAndGet()));
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.valueOrThrow()).isEqualTo("paid 1"));
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
        }
    }

    /** Those that do not wait are refused or replayed. */
    @Test
    default void aThousandRepeatsThatDoNotWaitRunItOnce() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        try (Idempotency ann = start();
                Crowd crowd = new Crowd(patience())) {
            List<Outcome<@Nullable Object>> outcomes =
                    crowd.together(1_000, () -> ann.run(call(key), attempt -> "paid " + runs.incrementAndGet()));
            assertThat(runs).hasValue(1);
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome)
                            .isInstanceOfAny(Outcome.Executed.class, Outcome.Replayed.class, Outcome.InFlight.class));
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
        }
    }

    /** Of four processes. */
    @Test
    default void repeatsInSeveralProcessesRunItOnce() throws Exception {
        AtomicInteger turn = new AtomicInteger();
        try (Idempotency ann = start();
                Idempotency bob = start();
                Idempotency cid = start();
                Idempotency dan = start();
                Crowd crowd = new Crowd(patience())) {
            List<Idempotency> all = List.of(ann, bob, cid, dan);
            for (int round = 0; round < 3; round++) {
                IdempotencyKey key = freshKey();
                AtomicInteger runs = new AtomicInteger();
                List<Outcome<@Nullable Object>> outcomes = crowd.together(
                        40,
                        () -> all.get(turn.getAndIncrement() % 4)
                                .run(waiting(key, LONG), attempt -> "paid " + runs.incrementAndGet()));
                assertThat(outcomes)
                        .allSatisfy(
                                outcome -> assertThat(outcome.valueOrThrow()).isEqualTo("paid 1"));
                assertThat(outcomes)
                        .filteredOn(Outcome.Executed.class::isInstance)
                        .hasSize(1);
            }
        }
    }

    /** It is done: nobody needs to wait for it. */
    @Test
    default void aStormOfRepeatsOfACompletedKeyIsReplayed() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Crowd crowd = new Crowd(patience())) {
            ann.run(key, PRINT, attempt -> "paid");
            assertThat(crowd.together(1_000, () -> ann.run(call(key), attempt -> "run twice")))
                    .containsOnly(new Outcome.Replayed<Object>("paid"));
        }
    }

    /** One after the other, until one of them succeeds. */
    @Test
    default void repeatsOfAnOperationThatFailsRunOneAtATime() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger within = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (Idempotency ann = start();
                Idempotency bob = start();
                Crowd crowd = new Crowd(patience())) {
            AtomicInteger turn = new AtomicInteger();
            List<String> answers = crowd.together(20, () -> {
                try {
                    return String.valueOf((turn.getAndIncrement() % 2 == 0 ? ann : bob)
                            .run(waiting(key, LONG), attempt -> {
                                most.accumulateAndGet(within.incrementAndGet(), Math::max);
                                try {
                                    if (runs.incrementAndGet() < 5) {
                                        throw new IllegalStateException("busy");
                                    }
                                    return "paid";
                                } finally {
                                    within.decrementAndGet();
                                }
                            })
                            .valueOrThrow());
                } catch (IllegalStateException failure) {
                    return String.valueOf(failure.getMessage());
                }
            });
            assertThat(runs).hasValue(5);
            assertThat(most).as("at the same time").hasValue(1);
            assertThat(answers).filteredOn("busy"::equals).hasSize(4);
            assertThat(answers).filteredOn("paid"::equals).hasSize(16);
        }
    }
}
