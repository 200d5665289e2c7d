package io.lockkeeper.redis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.Released;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is in the server, and what happens when it is taken away. */
class DataTest extends WithRedis {

    @Test
    void every_key_expires_and_none_is_left_but_those_of_the_locks() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            for (int index = 0; index < 1_000; index++) {
                String name = "lock " + index;
                Grant grant = ann.hold(name);
                if (index % 3 == 0) {
                    bob.withdraw(bob.queue(name), true);
                } else if (index % 3 == 1) {
                    Claim claim = bob.queue(name);
                    ann.release(grant);
                    grant = bob.awaitGrant(claim);
                }
                ann.release(grant);
            }
            bob.withdraw(bob.claim("never held"), true);
            assertThat(keys()).hasSize(1_001).noneMatch(key -> key.endsWith(":q"));
            ann.hold("lock 1");
            bob.queue("lock 1");
            assertThat(keys()).hasSize(1_002).allSatisfy(this::expiresInTime);
        }
    }

    @Test
    void a_long_lease_keeps_its_key() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(ann.claim("nightly", Duration.ofDays(2), 1));
            bob.queue("nightly");
            assertThat(millisLeft("lk1:{nightly}"))
                    .isGreaterThan(Duration.ofDays(2).toMillis());
            assertThat(millisLeft("lk1:{nightly}:q"))
                    .as("who waits asks again before")
                    .isGreaterThan(300_000L);
            ann.renew(Duration.ofDays(3), grant);
            assertThat(millisLeft("lk1:{nightly}"))
                    .isGreaterThan(Duration.ofDays(3).toMillis());
        }
    }

    @Test
    void the_lock_of_a_flushed_server_is_noticed_as_lost_and_not_made_anew() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("FLUSHALL");
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
            assertThat(keys()).isEmpty();
        }
    }

    @Test
    void a_renewal_after_one_whose_reply_was_lost_ends_its_lease_time_from_now() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            ann.renew(LEASE, grant);
            Duration longer = LEASE.multipliedBy(3);
            Grant renewed = requireNonNull(ann.renew(longer, grant).renewed().get(grant.claim()));
            assertThat(redis.exec("HGET", "lk1:{orders}", "u:" + grant.claim()))
                    .isEqualTo(Long.toString((renewed.storeNanos() + longer.toNanos()) / 1_000));
        }
    }

    @Test
    void a_shorter_renewal_that_was_overtaken_shortens_nothing() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            ann.renew(LEASE.multipliedBy(3), grant);
            Object end = redis.exec("HGET", "lk1:{orders}", "u:" + grant.claim());
            assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(redis.exec("HGET", "lk1:{orders}", "u:" + grant.claim())).isEqualTo(end);
        }
    }

    @Test
    void a_lease_that_has_ended_is_lost_although_nobody_took_the_lock() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("HSET", "lk1:{orders}", "u:" + grant.claim(), "1000000");
            assertThat(ann.renew(LEASE, grant).lost()).containsExactly(grant.claim());
            assertThat(redis.exec("HGET", "lk1:{orders}", "u:" + grant.claim())).isEqualTo("1000000");
        }
    }

    @Test
    void renewals_keep_the_key_alive() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("PEXPIRE", "lk1:{orders}", "1000");
            Duration lease = LEASE.multipliedBy(3); // Its end is in another half of the retention.
            ann.renew(lease, grant);
            assertThat(millisLeft("lk1:{orders}")).isGreaterThan(lease.toMillis());
        }
    }

    @Test
    void tokens_grow_although_the_key_was_deleted() {
        try (Contender ann = contender()) {
            Grant before = ann.hold("orders");
            redis.exec("DEL", "lk1:{orders}");
            assertThat(ann.hold("orders").firstToken()).isGreaterThan(before.lastToken());
        }
    }

    @Test
    void a_lock_that_only_has_marks_of_withdrawals_can_be_had() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.withdraw(ann.claim("orders"), true);
            bob.release(bob.hold("orders"));
            bob.hold("orders");
        }
    }

    @Test
    void tokens_grow_although_the_clock_stepped_back() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            long future = 2_000_000_000_000_000L;
            redis.exec("HSET", "lk1:{orders}", "n", Long.toString(future));
            Grant grant = ann.hold(ann.claim("orders", LEASE, 3));
            assertThat(grant.firstToken()).isEqualTo(future + 1);
            assertThat(grant.lastToken()).isEqualTo(future + 3);
            assertThat(redis.exec("HGET", "lk1:{orders}", "n")).isEqualTo(Long.toString(future + 3));
        }
    }

    @Test
    void scripts_are_sent_again_after_the_server_forgot_them() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("SCRIPT", "FLUSH");
            assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(ann.release(grant)).isInstanceOf(Released.class);
            ann.hold("orders");
        }
    }

    @Test
    void marks_of_withdrawals_are_swept_when_they_ended() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            redis.exec("HSET", "lk1:{orders}", "w:gone", "7:1", "k", "1");
            ann.withdraw(ann.claim("orders"), true);
            assertThat(redis.exec("HGET", "lk1:{orders}", "w:gone")).isNull();
            assertThat(redis.exec("HGET", "lk1:{orders}", "k")).isEqualTo("32");
        }
    }

    @Test
    void a_mark_that_ended_refuses_nothing() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            Claim claim = ann.claim("orders");
            redis.exec("HSET", "lk1:{orders}", "w:" + claim.id().client(), "7:1");
            ann.hold(claim);
        }
    }

    @Test
    void an_exchange_whose_reply_was_lost_finds_its_claim_in_the_queue() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            bob.queue("orders");
            eve.queue("orders");
            Claim next = Contender.patient(ann.claim("orders"));
            Exchange store = (Exchange) ann.store();
            var first = ann.answer(store.exchange(grant, next));
            var again = ann.answer(store.exchange(grant, next));
            assertThat(again.release()).isEqualTo(first.release()).isInstanceOf(Released.class);
            assertThat(((ClaimOutcome.Queued) again.claim()).ahead()).isEqualTo(1);
        }
    }

    @Test
    void stores_with_different_prefixes_do_not_meet() {
        try (RedisStore one = open(redis.url() + "?prefix=one:");
                Contender ann = contender()) {
            Claim claim = ann.claim("orders");
            ann.hold(claim);
            assertThat(ann.answer(one.claim(claim))).isInstanceOf(ClaimOutcome.Granted.class);
            assertThat(keys()).containsExactlyInAnyOrder("lk1:{orders}", "one:lk1:{orders}");
        }
    }

    private void expiresInTime(String key) {
        assertThat(millisLeft(key)).as(key).isBetween(30_000L, 12 * 60_000L);
    }

    private long millisLeft(String key) {
        return Long.parseLong(String.valueOf(redis.exec("PTTL", key)));
    }

    private List<String> keys() {
        List<?> found = (List<?>) Objects.requireNonNull(redis.exec("KEYS", "*"));
        return found.stream().map(String::valueOf).toList();
    }
}
