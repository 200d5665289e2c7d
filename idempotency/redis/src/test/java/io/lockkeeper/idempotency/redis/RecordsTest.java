package io.lockkeeper.idempotency.redis;

import static io.lockkeeper.idempotency.redis.Claims.DAY;
import static io.lockkeeper.idempotency.redis.Claims.GONE;
import static io.lockkeeper.idempotency.redis.Claims.LEASE;
import static io.lockkeeper.idempotency.redis.Claims.PRINT;
import static io.lockkeeper.idempotency.redis.Claims.answer;
import static io.lockkeeper.idempotency.redis.Claims.claim;
import static io.lockkeeper.idempotency.redis.Claims.granted;
import static io.lockkeeper.idempotency.redis.Claims.owned;
import static io.lockkeeper.idempotency.redis.Claims.successor;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is kept in Redis of a key: how long, in which format, and what a late request finds of it. */
class RecordsTest extends WithRedis {

    private final IdempotencyKey key = Claims.key();

    @Test
    void a_record_in_progress_outlives_its_lease_by_the_retention() {
        owned(store, claim(key, "ann"));

        assertThat(ttl())
                .isBetween(
                        DAY.duration().orElseThrow().toMillis(),
                        DAY.duration().orElseThrow().toMillis() + 30_001);
    }

    @Test
    void a_finished_record_is_kept_for_the_retention_and_no_longer() {
        Ownership ann = owned(store, claim(key, "ann"));
        StoredEnd end = new StoredEnd(IdempotencyState.REJECTED, new byte[] {1}, Retention.of(Duration.ofMinutes(5)));

        assertThat(answer(store.finish(ann, end))).isEqualTo(ChangeAnswer.DONE);

        assertThat(ttl()).isBetween(200_000L, 300_001L);
    }

    @Test
    void a_record_for_ever_has_no_expiry() {
        IdempotencyClaim claim =
                new IdempotencyClaim(key, "ann", PRINT, new IdempotencyClaim.Terms(LEASE, Retention.forever(), true));
        Ownership ann = owned(store, claim);
        assertThat(ttl()).isEqualTo(-1);
        answer(store.finish(ann, new StoredEnd(IdempotencyState.COMPLETED, new byte[] {1}, DAY)));
        assertThat(ttl()).isPositive();

        IdempotencyKey other = Claims.key();
        Ownership bob = owned(store, claim(other, "bob"));
        answer(store.finish(bob, new StoredEnd(IdempotencyState.COMPLETED, new byte[] {1}, Retention.forever())));
        assertThat(REDIS.exec("PTTL", name(other))).isEqualTo(-1L);
    }

    @Test
    void a_purged_key_is_claimed_under_a_greater_token() {
        Ownership ann = owned(store, claim(key, "ann"));
        REDIS.exec("DEL", name(key));

        ClaimAnswer.Granted bob = granted(store, claim(key, "bob"));

        assertThat(bob.token()).isGreaterThan(ann.token());
        assertThat(bob.number()).isEqualTo(1);
        assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.LOST);
    }

    @Test
    void a_freed_key_keeps_its_token_for_a_while() {
        Ownership ann = owned(store, claim(key, "ann"));
        long ahead = ann.token() + 1_000_000_000_000L; // As though the clock had stepped back since.
        REDIS.exec("HSET", name(key), "n", Long.toString(ahead));

        assertThat(answer(store.release(new Ownership(key, "ann", ahead)))).isEqualTo(ChangeAnswer.DONE);

        assertThat(ttl()).isBetween(1L, 60_001L);
        assertThat(store.catalogue().find(key)).isEmpty();
        assertThat(granted(store, claim(key, "bob")).token()).isEqualTo(ahead + 1);
    }

    @Test
    void a_key_that_was_taken_over_is_lost_to_its_first_attempt() {
        Ownership ann = owned(store, claim(key, "ann", Duration.ofMillis(100)));
        answer(store.note(ann, new RecoveryPoint("charge", new byte[] {0, -1, 13, 10})));

        Ownership bob = successor(store, key, "bob");

        assertThat(bob.token()).isGreaterThan(ann.token());
        assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.note(ann, new RecoveryPoint("book", new byte[0]))))
                .isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.release(ann))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.renew(List.of(renewal(ann), renewal(bob))))).containsExactly(ann);
        ClaimAnswer.Granted again = granted(store, claim(key, "bob"));
        assertThat(again.number()).isEqualTo(2);
        assertThat(again.points()).singleElement().satisfies(point -> {
            assertThat(point.step()).isEqualTo("charge");
            assertThat(point.value()).containsExactly(0, -1, 13, 10);
        });
        assertThat(answer(store.finish(bob, GONE))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.finish(bob, GONE))).isEqualTo(ChangeAnswer.DONE);
        assertThat(String.valueOf(REDIS.exec("HKEYS", name(key)))).doesNotContain("p:charge");
    }

    @Test
    void an_expired_key_is_not_taken_over_with_another_fingerprint_nor_if_the_claim_does_not_take_over() {
        owned(store, claim(key, "ann", Duration.ofMillis(1)));
        IdempotencyClaim holding =
                new IdempotencyClaim(key, "bob", PRINT, new IdempotencyClaim.Terms(LEASE, DAY, false));
        IdempotencyClaim other =
                new IdempotencyClaim(key, "eve", Fingerprint.none(), new IdempotencyClaim.Terms(LEASE, DAY, true));

        ClaimAnswer.Held held = (ClaimAnswer.Held) answer(store.claim(holding));
        assertThat(held.fingerprint()).isEqualTo(PRINT);
        assertThat(answer(store.claim(other))).isInstanceOf(ClaimAnswer.Held.class);
    }

    @Test
    void a_copy_of_a_claim_is_granted_again_with_what_is_left() {
        ClaimAnswer.Granted first = granted(store, claim(key, "ann"));
        ClaimAnswer.Granted second = granted(store, claim(key, "ann"));

        assertThat(second.token()).isEqualTo(first.token());
        assertThat(second.remaining()).isPositive().isLessThan(LEASE);
    }

    @Test
    void a_late_copy_of_a_claim_that_was_withdrawn_takes_nothing() {
        assertThat(answer(store.withdraw(key, "ann"))).isEqualTo(ChangeAnswer.LOST);

        assertThat(answer(store.claim(claim(key, "ann")))).isInstanceOf(ClaimAnswer.Held.class);
        assertThat(REDIS.exec("EXISTS", name(key))).isEqualTo(0L);
        granted(store, claim(key, "bob"));
    }

    @Test
    void a_late_copy_of_a_claim_that_was_granted_and_withdrawn_or_released_takes_nothing() {
        owned(store, claim(key, "ann"));
        assertThat(answer(store.withdraw(key, "ann"))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.claim(claim(key, "ann")))).isInstanceOf(ClaimAnswer.Held.class);
        Ownership bob = owned(store, claim(key, "bob"));
        assertThat(answer(store.release(bob))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.claim(claim(key, "bob")))).isInstanceOf(ClaimAnswer.Held.class);
        granted(store, claim(key, "eve"));
        String mark = Keys.under("").mark(key, "bob");
        assertThat((Long) REDIS.exec("PTTL", mark)).isBetween(1L, 60_000L);
    }

    @Test
    void a_withdrawal_frees_nobody_elses_claim() {
        Ownership bob = owned(store, claim(key, "bob"));

        assertThat(answer(store.withdraw(key, "ann"))).isEqualTo(ChangeAnswer.LOST);

        assertThat(answer(store.finish(bob, GONE))).isEqualTo(ChangeAnswer.DONE);
    }

    @Test
    void a_renewal_makes_no_record() {
        Ownership ann = owned(store, claim(key, "ann"));
        REDIS.exec("DEL", name(key));

        assertThat(answer(store.renew(List.of(renewal(ann))))).containsExactly(ann);
        assertThat(REDIS.exec("EXISTS", name(key))).isEqualTo(0L);
    }

    @Test
    void a_renewal_of_many_leases_tells_which_are_lost() {
        List<LeaseRenewal> renewals = new ArrayList<>();
        List<Ownership> lost = new ArrayList<>();
        for (int index = 0; index < 700; index++) {
            Ownership ann = owned(store, claim(Claims.key(), "ann"));
            renewals.add(renewal(ann));
            if (index % 99 == 0) {
                REDIS.exec("DEL", name(ann.key()));
                lost.add(ann);
            } else if (index % 100 == 0) {
                REDIS.exec("DEL", name(ann.key()));
                REDIS.exec("SET", name(ann.key()), "someone else's");
                lost.add(ann);
            }
        }

        assertThat(answer(store.renew(renewals))).containsExactlyInAnyOrderElementsOf(lost);
        assertThat(answer(store.renew(List.of()))).isEmpty();
    }

    @Test
    void outcomes_are_any_bytes_and_names_any_text() {
        byte[] outcome = new byte[300_000];
        new Random(1).nextBytes(outcome);
        IdempotencyKey odd = IdempotencyKey.of("a/b}{%2F*?[x]", "'); redis.call('FLUSHALL') --}ü%7D" + key.id());
        Ownership ann = owned(store, claim(odd, "ann"));
        answer(store.finish(ann, new StoredEnd(IdempotencyState.COMPLETED, outcome, DAY)));

        ClaimAnswer.Finished finished = (ClaimAnswer.Finished) answer(store.claim(claim(odd, "bob")));
        assertThat(finished.outcome()).isEqualTo(outcome);
        assertThat(finished.state()).isEqualTo(IdempotencyState.COMPLETED);
        assertThat(store.catalogue().list(odd.scope(), 10))
                .anySatisfy(record -> assertThat(record.key()).isEqualTo(odd));
    }

    @Test
    void a_record_of_another_format_counts_as_held_and_is_not_written() {
        for (String version : List.of("2", "", "x")) {
            IdempotencyKey foreign = Claims.key();
            REDIS.exec("HSET", name(foreign), "v", version, "s", "p", "o", "ann", "n", "7");
            Object before = REDIS.exec("DUMP", name(foreign));
            Ownership ann = new Ownership(foreign, "ann", 7);

            ClaimAnswer.Held held = (ClaimAnswer.Held) answer(store.claim(claim(foreign, "ann")));
            assertThat(held.remaining()).isPositive();
            assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.LOST);
            assertThat(answer(store.release(ann))).isEqualTo(ChangeAnswer.LOST);
            assertThat(answer(store.withdraw(foreign, "ann"))).isEqualTo(ChangeAnswer.LOST);
            assertThat(answer(store.note(ann, new RecoveryPoint("x", new byte[0]))))
                    .isEqualTo(ChangeAnswer.LOST);
            assertThat(answer(store.renew(List.of(renewal(ann))))).containsExactly(ann);
            assertThat(store.catalogue().free(foreign, 7)).isFalse();
            assertThat(store.catalogue().erase(foreign)).isFalse();
            assertThat(REDIS.exec("DUMP", name(foreign))).isEqualTo(before);
        }
    }

    @Test
    void a_damaged_record_counts_as_held() {
        for (String[] damage : List.of(
                new String[] {"n", "nan"},
                new String[] {"e", "1e300"},
                new String[] {"k", "-1"},
                new String[] {"s", "z"},
                new String[] {"s", "c"})) {
            IdempotencyKey damaged = Claims.key();
            owned(store, claim(damaged, "ann"));
            REDIS.exec("HSET", name(damaged), damage[0], damage[1]);

            assertThat(answer(store.claim(claim(damaged, "bob"))))
                    .as(String.join("=", damage))
                    .isInstanceOf(ClaimAnswer.Held.class);
        }
    }

    @Test
    void a_record_whose_time_is_over_while_it_is_written_is_gone() {
        writeLate(Script.FINISH, "ann", "TOKEN", "c", "-60000000", "x");
        writeLate(Script.COMPLETE, "TOKEN", "-60000000", "x");
        writeLate(Script.RENEW, "ann", "TOKEN", "-60000000", "0");
    }

    /** The times are past, as for a server that stands still between its look at the clock and its write. */
    private void writeLate(Script script, String... arguments) {
        Ownership ann = owned(store, claim(Claims.key(), "ann"));
        List<String> command = new ArrayList<>(List.of("EVAL", script.text(), "1", name(ann.key())));
        for (String argument : arguments) {
            command.add(argument.replace("TOKEN", Long.toString(ann.token())));
        }
        REDIS.exec(command.toArray(String[]::new));
        assertThat(REDIS.exec("EXISTS", name(ann.key()))).as(script.name()).isEqualTo(0L);
    }

    private static LeaseRenewal renewal(Ownership owned) {
        return new LeaseRenewal(owned, LEASE, DAY);
    }

    private long ttl() {
        return Long.parseLong(String.valueOf(REDIS.exec("PTTL", name(key))));
    }
}
