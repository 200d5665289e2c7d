package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.engine.FaultyStore.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests on their way past the claim, while the store fails in every way. */
class EntranceTest {

    private final Rig rig = new Rig();
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void nothing_is_kept() {
        assertThat(rig.engine.size()).as("what the engine keeps").isZero();
        assertThat(rig.store.watches).as("watches").isZero();
    }

    private CompletableFuture<@Nullable Object> ran() {
        return CompletableFuture.completedFuture("run " + runs.incrementAndGet());
    }

    private CompletableFuture<Outcome<@Nullable Object>> begin(IdempotentCall<@Nullable Object> call) {
        return rig.begin(call, attempt -> ran());
    }

    @Test
    void a_claim_whose_answer_is_lost_is_sent_again_and_runs_once() {
        rig.store.next("claim", Fate.ANSWER_LOST, Fate.REFUSED, Fate.ANSWER_LOST);
        var outcome = begin(Rig.call());
        rig.time.advance(Duration.ofSeconds(1));

        assertThat(outcome).isCompletedWithValue(new Outcome.Executed<>("run 1"));
    }

    @Test
    void a_grant_that_arrives_late_is_given_back() {
        rig.store.next("claim", Fate.HELD);
        var late = begin(Rig.call());
        rig.time.advance(Rig.TIMEOUT);
        assertThat(late).isCompletedExceptionally();
        rig.store.answer();

        assertThat(runs).hasValue(0);
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
        assertThat(begin(Rig.call())).isCompletedWithValue(new Outcome.Executed<>("run 1"));
    }

    @Test
    void a_silent_store_fails_all_that_wait_after_one_timeout() {
        rig.store.next("claim", Fate.REFUSED, Fate.SILENT);
        List<CompletableFuture<Outcome<@Nullable Object>>> requests = new ArrayList<>();
        for (int request = 0; request < 100; request++) {
            requests.add(begin(request % 2 == 0 ? Rig.waiting() : Rig.call()));
        }
        rig.time.advance(Rig.TIMEOUT);

        assertThat(requests)
                .allSatisfy(request -> assertThat(request)
                        .failsWithin(Duration.ZERO)
                        .withThrowableThat()
                        .withCauseInstanceOf(StoreUnavailableException.class));
        assertThat(rig.store.count("claim")).isEqualTo(2);
        assertThat(rig.time.pending()).as("tasks").isZero();
    }

    @Test
    void a_store_that_refuses_for_good_fails_the_request_and_the_next_one_asks_again() {
        rig.store.next("claim", Fate.FATAL);

        assertThat(begin(Rig.call())).isCompletedExceptionally();
        assertThat(begin(Rig.call())).isCompletedWithValue(new Outcome.Executed<>("run 1"));
    }

    @Test
    void a_watch_that_fails_leaves_polling() {
        rig.store.watchThrows = true;
        var value = rig.inFlightElsewhere();
        var repeat = begin(Rig.waiting());
        value.complete("paid");
        rig.time.advance(Duration.ofSeconds(1));

        assertThat(repeat).isCompletedWithValue(new Outcome.Replayed<>("paid"));
    }

    @Test
    void a_push_during_a_look_brings_another_at_once() {
        var value = rig.inFlightElsewhere();
        var repeat = begin(Rig.waiting());
        rig.time.advance(Duration.ZERO);
        rig.store.next("claim", Fate.HELD);
        rig.time.advance(Duration.ofMillis(100));
        assertThat(repeat).isNotDone();
        value.complete("paid");
        rig.store.answer();

        assertThat(repeat).isCompletedWithValue(new Outcome.Replayed<>("paid"));
    }

    @Test
    void whoever_gives_up_leaves_no_task() {
        var value = rig.inFlightElsewhere();
        int before = rig.time.pending();
        var leads = begin(Rig.waiting());
        var follows = begin(Rig.waiting());
        rig.time.advance(Duration.ofSeconds(3));
        follows.cancel(false);
        leads.completeExceptionally(new IllegalStateException("a timeout of the caller's own"));

        assertThat(rig.time.pending()).isEqualTo(before);
        assertThat(value).isNotDone();
        assertThat(runs).hasValue(0);
    }

    @Test
    void a_request_that_is_cancelled_while_it_claims_gives_the_key_back() {
        rig.store.next("claim", Fate.HELD);
        var cancelled = begin(Rig.call());
        cancelled.cancel(false);
        rig.store.answer();

        assertThat(runs).hasValue(0);
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    void a_takeover_that_is_given_up_leaves_the_key_to_the_rule() {
        rig.abandoned(Rig.KEY);
        rig.time.advance(Rig.LEASE);
        rig.store.next("claim", Fate.HELD);
        var cancelled = begin(Rig.call());
        cancelled.cancel(false);
        rig.store.answer();
        var rejects = begin(Rig.call(IdempotencyOptions.defaults().withOnExpiry(OnExpiry.REJECT)));

        assertThat(runs).hasValue(0);
        assertThat(rejects).isCompletedWithValue(new Outcome.Rejected<>(Rejection.EXPIRED, Optional.empty()));
    }

    @Test
    void a_claim_that_may_have_been_granted_is_withdrawn_if_nobody_waits_until_it_is_sent_again() {
        rig.store.next("claim", Fate.ANSWER_LOST);
        begin(Rig.call()).cancel(false);

        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    void a_claim_that_may_have_been_granted_is_withdrawn_if_the_engine_closes() {
        rig.store.next("claim", Fate.ANSWER_LOST);
        var request = begin(Rig.call());
        rig.engine.close();

        assertThat(request).isCompletedExceptionally();
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    void what_became_of_a_claim_is_not_known_if_it_is_not_known_of_one_copy() {
        rig.store.next("claim", Fate.ANSWER_LOST);
        rig.store.next("claim", Collections.nCopies(1_000, Fate.REFUSED).toArray(Fate[]::new));
        var request = begin(Rig.call());
        rig.time.advance(Rig.TIMEOUT);

        assertThat(request.handle((done, failure) -> failure).join())
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.outcomeUnknown()).isTrue());
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }

    @Test
    void what_became_of_a_change_is_not_known_if_it_is_not_known_of_one_copy() {
        Iterator<Boolean> unknown = List.of(false, true, false).iterator();
        CompletableFuture<Object> change = rig.engine
                .repeats()
                .until(
                        () -> CompletableFuture.failedStage(
                                new StoreUnavailableException("fails", unknown.hasNext() && unknown.next(), null)),
                        Rig.TIMEOUT);
        rig.time.advance(Rig.TIMEOUT.multipliedBy(2));

        assertThat(change.handle((done, failure) -> failure).join())
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.outcomeUnknown()).isTrue());
    }

    @Test
    void a_request_that_follows_takes_the_lead_if_the_first_gives_up() {
        var value = rig.inFlightElsewhere();
        var leads = begin(Rig.waiting());
        var follows = begin(Rig.waiting());
        leads.cancel(false);
        rig.time.advance(Duration.ofSeconds(3));
        value.complete("paid");
        rig.time.advance(Duration.ZERO);

        assertThat(follows).isCompletedWithValue(new Outcome.Replayed<>("paid"));
    }

    @Test
    void a_crowd_of_repeats_of_a_completed_key_is_replayed() {
        assertThat(begin(Rig.call())).isCompleted();
        rig.store.next("claim", Fate.HELD);
        IdempotentCall<@Nullable Object> call =
                Rig.call(IdempotencyOptions.defaults().withMaxWaiters(1));
        List<CompletableFuture<Outcome<@Nullable Object>>> repeats = new ArrayList<>();
        for (int repeat = 0; repeat < 10; repeat++) {
            repeats.add(begin(call));
        }
        rig.store.answer();

        assertThat(repeats)
                .allSatisfy(repeat -> assertThat(repeat).isCompletedWithValue(new Outcome.Replayed<>("run 1")));
    }

    @Test
    void a_rule_that_holds_binds_nobody_else() {
        rig.abandoned(Rig.KEY);
        rig.time.advance(Rig.LEASE);
        rig.store.next("claim", Fate.HELD);
        var holds = begin(Rig.call(IdempotencyOptions.defaults().withOnExpiry(OnExpiry.HOLD)));
        var runsAgain = begin(Rig.waiting());
        rig.store.answer();
        rig.time.advance(Duration.ZERO);

        assertThat(holds.join()).isInstanceOf(Outcome.Rejected.class);
        assertThat(runsAgain).isCompletedWithValue(new Outcome.Executed<>("run 1"));
    }

    @Test
    void an_operation_that_runs_for_long_keeps_nothing_of_those_that_gave_up() {
        Flights flights = new Flights();
        Flight flight = ((Seat.Lead) flights.board(Rig.KEY, Rig.PRINT, 1)).flight();
        for (int repeat = 0; repeat < 10_000; repeat++) {
            Seat.Follow follow = (Seat.Follow) flights.board(Rig.KEY, Rig.PRINT, 1);
            assertThat(flights.board(Rig.KEY, Rig.PRINT, 1)).isInstanceOf(Seat.Full.class);
            follow.leave();
            follow.leave();
        }
        assertThat(flight.followers()).isZero();
        flight.land(Landing.OPEN);
        assertThat(flights.size()).isZero();
    }
}
