package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.engine.FaultyStore.Fate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ends of operations, while the store fails in every way. */
class EndTest {

    private Rig rig = new Rig();

    @AfterEach
    void nothing_is_kept() {
        assertThat(rig.engine.size()).as("what the engine keeps").isZero();
    }

    private static Outcome<@Nullable Object> rejected(Rejection reason) {
        return new Outcome.Rejected<>(reason, Optional.empty());
    }

    private static void isNotStored(CompletableFuture<Outcome<@Nullable Object>> outcome) {
        assertThat(outcome)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(OutcomeNotStoredException.class)
                .extracting(
                        failure -> failure.getCause() instanceof OutcomeNotStoredException told ? told.value() : null)
                .isEqualTo("paid");
    }

    @Test
    void an_outcome_whose_answer_is_lost_is_sent_again() {
        rig.store.next("finish", Fate.ANSWER_LOST);
        var outcome = rig.begin(Rig.call(), "paid");
        rig.time.advance(Duration.ofSeconds(1));

        assertThat(outcome).isCompletedWithValue(new Outcome.Executed<>("paid"));
        assertThat(rig.events).noneMatch(IdempotencyEvent.Lost.class::isInstance);
    }

    @Test
    void an_outcome_that_the_store_does_not_confirm_is_stored_in_the_background() {
        rig.store.next("finish", Fate.SILENT, Fate.REFUSED);
        var outcome = rig.begin(Rig.call(), "paid");
        var follows = rig.begin(Rig.waiting(), "paid twice");
        rig.time.advance(Rig.TIMEOUT);
        isNotStored(outcome);
        assertThat(follows).isNotDone();
        rig.time.advance(Duration.ofSeconds(1));

        assertThat(follows).isCompletedWithValue(new Outcome.Replayed<>("paid"));
    }

    @Test
    void an_outcome_is_given_up_in_the_end_and_its_lease_not_renewed_any_more() {
        Fate[] silence = new Fate[1_000];
        Arrays.fill(silence, Fate.SILENT);
        rig.store.next("finish", silence);
        isNotStored(after(Rig.TIMEOUT, rig.begin(Rig.call(), "paid")));
        rig.time.advance(Duration.ofMinutes(2));
        assertThat(rig.engine.size()).isZero();
        rig.time.advance(Rig.LEASE);

        var again = rig.other.runAsync(
                Rig.call(), attempt -> CompletableFuture.completedStage("attempt " + attempt.number()));
        assertThat(again.toCompletableFuture()).isCompletedWithValue(new Outcome.Executed<>("attempt 2"));
    }

    private <A> CompletableFuture<A> after(Duration duration, CompletableFuture<A> outcome) {
        rig.time.advance(duration);
        return outcome;
    }

    @Test
    void an_outcome_that_the_store_refuses_for_good_leaves_a_mark() {
        rig.store.next("finish", Fate.FATAL);

        assertThat(rig.begin(Rig.call(), "far too large"))
                .isCompletedWithValue(new Outcome.Executed<>("far too large"));
        assertThat(rig.begin(Rig.call(), "run twice")).isCompletedWithValue(rejected(Rejection.GONE));
    }

    @Test
    void an_outcome_and_a_mark_that_are_refused_are_told() {
        rig.store.next("finish", Fate.FATAL, Fate.FATAL);

        isNotStored(rig.begin(Rig.call(), "paid"));
    }

    @Test
    void a_renewal_that_crosses_the_outcome_is_no_loss() {
        CompletableFuture<@Nullable Object> value = new CompletableFuture<>();
        var outcome = rig.begin(Rig.call(), attempt -> value);
        rig.time.advance(Rig.LEASE.dividedBy(3).minusSeconds(1));
        rig.store.next("finish", Fate.HELD);
        value.complete("paid");
        rig.time.advance(Duration.ofSeconds(2));
        assertThat(outcome).isNotDone();
        assertThat(rig.store.count("renew")).isEqualTo(1);
        rig.store.answer();

        assertThat(outcome).isCompletedWithValue(new Outcome.Executed<>("paid"));
        assertThat(rig.events).noneMatch(IdempotencyEvent.Lost.class::isInstance);
    }

    @Test
    void a_second_copy_of_a_release_is_no_loss() {
        rig.store.next("release", Fate.ANSWER_LOST);
        var outcome =
                rig.begin(Rig.call(), attempt -> CompletableFuture.failedStage(new IllegalStateException("busy")));
        rig.time.advance(Duration.ofSeconds(1));

        assertThat(outcome).isCompletedExceptionally();
        assertThat(rig.events).noneMatch(IdempotencyEvent.Lost.class::isInstance);
    }

    @Test
    void a_release_that_is_not_confirmed_is_sent_on() {
        rig.store.next("release", Fate.SILENT);
        var outcome =
                rig.begin(Rig.call(), attempt -> CompletableFuture.failedStage(new IllegalStateException("busy")));
        rig.time.advance(Rig.TIMEOUT);

        assertThat(outcome).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("busy");
        rig.time.advance(Duration.ofSeconds(1));
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway") // breaks its contract
    void an_operation_that_returns_no_stage_fails() {
        assertThat(rig.begin(Rig.call(), attempt -> null)).isCompletedExceptionally();
        assertThat(rig.begin(Rig.call(), "paid")).isCompletedWithValue(new Outcome.Executed<>("paid"));
    }

    @Test
    void a_stage_that_is_cancelled_leaves_the_key() {
        CompletableFuture<@Nullable Object> value = new CompletableFuture<>();
        var outcome = rig.begin(Rig.call(), attempt -> value);
        value.cancel(false);

        assertThat(outcome).isCompletedExceptionally();
        assertThat(rig.begin(Rig.call(), "run twice").join()).isInstanceOf(Outcome.InFlight.class);
    }

    @Test
    @SuppressWarnings("NullAway") // breaks its contract
    void a_recovery_that_returns_nothing_does_not_run_the_operation() {
        rig.abandoned(Rig.KEY);
        rig.time.advance(Rig.LEASE);

        assertThat(rig.begin(Rig.call().withRecovery(attempt -> null), "run twice"))
                .isCompletedWithValue(rejected(Rejection.UNKNOWN));
        assertThat(rig.begin(Rig.call(), "run twice").join()).isInstanceOf(Outcome.InFlight.class);
    }

    @Test
    void a_recovery_that_dies_leaves_the_key() {
        rig.abandoned(Rig.KEY);
        rig.time.advance(Rig.LEASE);
        var freeing = Rig.call(IdempotencyOptions.defaults().withFailures(failure -> FailureDecision.FREE));

        assertThat(rig.begin(
                        freeing.withRecovery(attempt -> {
                            throw new AssertionError("dies");
                        }),
                        "run twice"))
                .isCompletedExceptionally();
        assertThat(rig.records.catalogue().find(Rig.KEY)).isPresent();
    }

    @Test
    void a_key_that_is_closed_by_another_meanwhile_is_in_flight() {
        rig.abandoned(Rig.KEY);
        rig.time.advance(Rig.LEASE);
        rig.store.next("finish", Fate.SILENT);
        var closes = rig.begin(
                Rig.call(IdempotencyOptions.defaults().withLease(Rig.LEASE).withOnExpiry(OnExpiry.REJECT)),
                "run twice");
        long token =
                rig.records.catalogue().find(Rig.KEY).orElseThrow().attempt().token();
        rig.records.catalogue().free(Rig.KEY, token);
        rig.time.advance(Rig.TIMEOUT.plusSeconds(1));

        assertThat(closes).isDone();
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    void an_executor_that_refuses_gives_the_key_back() {
        rig = new Rig(task -> {
            throw new RejectedExecutionException("full");
        });

        assertThat(rig.begin(Rig.call(), "paid")).isCompletedExceptionally();
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    void an_executor_that_can_start_no_thread_gives_the_key_back() {
        rig = new Rig(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        assertThat(rig.begin(Rig.call(), "paid")).isCompletedExceptionally();
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    void a_policy_that_dies_leaves_the_key() {
        var call = Rig.call(IdempotencyOptions.defaults().withFailures(failure -> {
            throw new NoClassDefFoundError("a defect");
        }));

        assertThat(rig.begin(call, attempt -> CompletableFuture.failedStage(new IllegalStateException("busy"))))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("busy");
        assertThat(rig.begin(call, "run twice").join()).isInstanceOf(Outcome.InFlight.class);
    }

    @Test
    void a_failure_that_cannot_be_stored_leaves_the_key() {
        var call = Rig.call(IdempotencyOptions.defaults().withFailures(failure -> FailureDecision.STORE));
        RuntimeException strange = new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("a defect");
            }
        };

        assertThat(rig.begin(call, attempt -> CompletableFuture.failedStage(strange)))
                .isCompletedExceptionally();
        assertThat(rig.begin(call, "run twice").join()).isInstanceOf(Outcome.InFlight.class);
    }

    @Test
    void what_waits_is_told_of_the_close() {
        rig.store.next("finish", Collections.nCopies(10, Fate.REFUSED).toArray(Fate[]::new));
        var value = rig.inFlightElsewhere();
        var waits = rig.begin(Rig.waiting(), "run twice");
        rig.engine.close();

        assertThat(waits).isCompletedExceptionally();
        assertThat(value).isNotDone();
        assertThat(rig.begin(Rig.call(), "paid")).isCompletedExceptionally();
    }
}
