package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.engine.FaultyStore.Fate;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many leases are renewed by few requests and one task. */
class HeartbeatTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime();
    private final FaultyStore store = new FaultyStore(MemoryIdempotency.store(time));
    private final Heartbeat heartbeat = new Heartbeat(store, time, time);
    private final List<LiveAttempt> lost = new ArrayList<>();

    private LiveAttempt attempt(int id) {
        IdempotencyKey key = IdempotencyKey.of("payments", "key " + id);
        ClaimAnswer.Granted granted = (ClaimAnswer.Granted) store.claim(new IdempotencyClaim(
                        key, "owner", Rig.PRINT, new IdempotencyClaim.Terms(LEASE, Retention.forever(), true)))
                .toCompletableFuture()
                .join();
        return new LiveAttempt(
                new Ownership(key, "owner", granted.token()),
                granted,
                IdempotencyOptions.defaults().withLease(LEASE),
                time.nanos(),
                new LiveAttempt.Ties() {
                    @Override
                    public Ticker ticker() {
                        return time;
                    }

                    @Override
                    public ChangeAnswer note(Ownership owned, RecoveryPoint point) {
                        return ChangeAnswer.DONE;
                    }

                    @Override
                    public void call(Runnable listener) {
                        listener.run();
                    }

                    @Override
                    public void lost(LiveAttempt attempt) {
                        lost.add(attempt);
                    }
                });
    }

    private List<LiveAttempt> added(int count, Duration between) {
        List<LiveAttempt> attempts = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            LiveAttempt attempt = attempt(id);
            attempts.add(attempt);
            heartbeat.add(attempt);
            time.advance(between);
        }
        return attempts;
    }

    @Test
    void ten_thousand_leases_are_renewed_together() {
        List<LiveAttempt> attempts = added(10_000, Duration.ofNanos(10_000));
        assertThat(time.pending()).as("tasks").isEqualTo(1);
        time.advance(LEASE.multipliedBy(10));

        assertThat(store.count("renew")).isBetween(10L, 40L);
        assertThat(attempts).allMatch(LiveAttempt::isOwner);
        assertThat(time.pending()).as("tasks").isEqualTo(1);
    }

    @Test
    void leases_that_began_at_any_time_are_renewed_about_once_a_second() {
        added(3_000, Duration.ofMillis(10));
        time.advance(LEASE);

        assertThat(store.count("renew")).isLessThan(80);
        assertThat(lost).isEmpty();
    }

    @Test
    void what_comes_and_goes_leaves_nothing() {
        LiveAttempt[] reused = added(100, Duration.ZERO).toArray(LiveAttempt[]::new);
        for (LiveAttempt attempt : reused) {
            heartbeat.remove(attempt);
        }
        for (int round = 0; round < 300_000; round++) {
            heartbeat.add(reused[round % reused.length]);
            heartbeat.remove(reused[round % reused.length]);
        }
        assertThat(heartbeat.size()).isZero();
        assertThat(time.pending()).as("tasks").isLessThanOrEqualTo(1);
        time.advance(LEASE);
        assertThat(time.pending()).as("tasks").isZero();
        assertThat(store.count("renew")).isZero();
    }

    @Test
    void a_renewal_that_fails_is_sent_again_soon() {
        store.next("renew", Fate.REFUSED, Fate.ANSWER_LOST, Fate.FATAL, Fate.SOUND);
        LiveAttempt attempt = added(1, Duration.ZERO).get(0);
        time.advance(LEASE);

        assertThat(attempt.isOwner()).isTrue();
        assertThat(lost).isEmpty();
    }

    @Test
    void a_store_that_throws_does_not_end_the_beat() {
        store.next("renew", Fate.THROWS);
        LiveAttempt attempt = added(1, Duration.ZERO).get(0);
        assertThatThrownBy(() -> time.advance(LEASE.dividedBy(3))).isInstanceOf(NoClassDefFoundError.class);
        time.advance(LEASE);

        assertThat(attempt.isOwner()).isTrue();
    }

    @Test
    void a_lease_whose_claim_was_answered_late_is_renewed_in_time() {
        LiveAttempt attempt = attempt(1);
        time.advance(LEASE.minusSeconds(5));
        heartbeat.add(attempt);
        time.advance(Duration.ofSeconds(6));

        assertThat(attempt.isOwner()).isTrue();
    }

    @Test
    void a_renewal_without_an_answer_does_not_end_the_beat() {
        store.next("renew", Fate.SILENT);
        LiveAttempt attempt = added(1, Duration.ZERO).get(0);
        time.advance(LEASE);

        assertThat(attempt.isOwner()).isTrue();
    }

    @Test
    void an_answer_for_one_that_is_gone_changes_nothing() {
        LiveAttempt attempt = added(1, Duration.ZERO).get(0);
        store.next("renew", Fate.HELD);
        time.advance(LEASE.dividedBy(3));
        store.release(attempt.ownership());
        heartbeat.remove(attempt);
        store.answer();
        time.advance(LEASE);

        assertThat(lost).isEmpty();
        assertThat(heartbeat.size()).isZero();
    }

    @Test
    void a_lost_lease_is_told_once_and_the_others_go_on() {
        List<LiveAttempt> attempts = added(3, Duration.ZERO);
        List<String> told = new ArrayList<>();
        attempts.get(0).onLost(() -> told.add("first"));
        store.release(attempts.get(0).ownership());
        time.advance(LEASE);

        assertThat(lost).containsExactly(attempts.get(0));
        assertThat(told).containsExactly("first");
        assertThat(attempts.get(0).isOwner()).isFalse();
        assertThat(attempts.get(1).isOwner()).isTrue();
        assertThat(attempts.get(2).isOwner()).isTrue();
    }

    @Test
    void nothing_is_renewed_after_the_end() {
        added(3, Duration.ZERO);
        heartbeat.stop();
        time.advance(LEASE);

        assertThat(store.count("renew")).isZero();
    }
}
