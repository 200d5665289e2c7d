package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** How long keys live: never shorter than a lease, and not much longer once a lock was released. */
class KeyLifeTest extends WithRedis {

    private static final Duration RETENTION = RedisSettings.defaults().timing().retention();

    /** The renewal moves the key's expiry; what the hash says of it must move too, or the last grant trusts a wrong value. */
    @Test
    void a_key_outlives_a_long_lease_after_a_longer_one_and_a_renewed_one() {
        try (Contender ann = contender()) {
            ann.release(ann.hold(ann.claim("orders", Duration.ofHours(2), 1)));
            Grant renewed = ann.hold(ann.claim("orders", Duration.ofMillis(1_500), 1));
            ann.renew(RETENTION, renewed); // The lease's end enters another half of the retention.
            ann.release(renewed);
            Duration lease = Duration.ofHours(1);
            ann.hold(ann.claim("orders", lease, 1));
            assertThat(millisLeft("lk1:{orders}")).isGreaterThan(lease.toMillis());
        }
    }

    @Test
    void the_expiry_that_the_hash_tells_is_the_keys_own() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            assertOneExpiry();
            ann.renew(RETENTION.multipliedBy(5), grant);
            assertOneExpiry();
            bob.withdraw(bob.claim("orders"), true);
            assertOneExpiry();
            ann.release(grant);
            assertOneExpiry();
            bob.withdraw(bob.claim("orders"), true);
            assertOneExpiry();
        }
    }

    /** Whoever hands the lock on lets its key live for as short as it likes; the next holder's lease goes on for longer. */
    @Test
    void a_key_outlives_a_lease_that_another_client_with_a_shorter_retention_handed_on() {
        try (Contender ann = retaining("10s");
                Contender bob = retaining("365d")) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            ann.release(grant);
            Duration lease = LEASE.multipliedBy(10);
            bob.renew(lease, bob.awaitGrant(claim));
            assertThat(millisLeft("lk1:{orders}")).isGreaterThan(lease.toMillis());
            assertOneExpiry();
        }
    }

    /** Whoever finds only the queue hands the lock on as well, and does not know what retention was asked for. */
    @Test
    void a_key_outlives_a_pushed_lease_although_the_hash_was_deleted_while_others_waited() {
        assertOutlivesWhatAnotherGranted(Contender::awaitGrant);
    }

    @Test
    void it_does_so_too_if_the_message_was_lost_and_the_waiter_asked() {
        assertOutlivesWhatAnotherGranted(Contender::hold);
    }

    private void assertOutlivesWhatAnotherGranted(BiFunction<Contender, Claim, Grant> learn) {
        try (Contender ann = retaining("10s");
                Contender bob = retaining("365d")) {
            ann.hold("orders");
            Claim claim = bob.queue("orders");
            redis.exec("DEL", "lk1:{orders}");
            ann.isRefused("orders");
            Duration lease = LEASE.multipliedBy(10);
            bob.renew(lease, learn.apply(bob, claim));
            assertThat(millisLeft("lk1:{orders}")).isGreaterThan(lease.toMillis());
            assertOneExpiry();
        }
    }

    /** Else a step of the clock back, just after the key has expired, has tokens begin anew below the last one. */
    @Test
    void a_key_outlives_its_last_token_by_the_retention_however_short_the_lease() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Duration lease = Duration.ofSeconds(1);
            Claim claim = ann.claim("orders", lease, 1);
            ann.release(ann.hold(claim));
            expireSoonerThanTheRetention();
            Grant grant = ann.hold(ann.claim("orders", lease, 1));
            assertOutlivesItsLastToken();
            Claim waiting = bob.queue("orders");
            expireSoonerThanTheRetention();
            ann.release(grant);
            bob.awaitGrant(waiting);
            assertOutlivesItsLastToken();
        }
    }

    private void expireSoonerThanTheRetention() {
        redis.exec(
                "EVAL",
                "local t = redis.call('TIME') local x = (t[1] + ARGV[1]) * 1000000"
                        + " redis.call('HSET', KEYS[1], 'x', x) redis.call('PEXPIREAT', KEYS[1], x / 1000)",
                "1",
                "lk1:{orders}",
                Long.toString(RETENTION.toSeconds() - 5));
    }

    private void assertOutlivesItsLastToken() {
        assertThat(number("x") - number("n")).isGreaterThanOrEqualTo(RETENTION.toNanos() / 1_000);
        assertOneExpiry();
    }

    @Test
    void the_longest_retention_that_a_client_asked_for_counts() {
        try (Contender ann = retaining("10s");
                Contender bob = retaining("1h")) {
            for (Contender one : List.of(ann, bob, ann)) {
                one.release(one.hold("orders"));
            }
            assertThat(millisLeft("lk1:{orders}"))
                    .isGreaterThan(Duration.ofMinutes(45).toMillis());
            Grant renewed = ann.hold("renewed");
            bob.renew(LEASE, new Grant("renewed", renewed.claim(), renewed.tokens(), new Remaining(0, 0), false));
            ann.release(renewed);
            assertThat(millisLeft("lk1:{renewed}"))
                    .isGreaterThan(Duration.ofMinutes(45).toMillis());
            assertOneExpiry();
        }
    }

    private Contender retaining(String time) {
        StoreFixture fixture = () -> open(redis.url() + "?timeout=10s&retention=" + time);
        return fixture.contender();
    }

    @Test
    void a_released_lock_is_forgotten_after_the_retention_however_long_its_lease_was() {
        try (Contender ann = contender()) {
            ann.release(ann.hold(ann.claim("nightly", Duration.ofDays(2), 1)));
            assertThat(millisLeft("lk1:{nightly}")).isBetween(1_000L, RETENTION.toMillis() + 1);
        }
    }

    @Test
    void the_marks_of_withdrawals_stay_for_their_time() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(ann.claim("nightly", Duration.ofDays(2), 1));
            bob.withdraw(bob.claim("nightly"), true);
            ann.release(grant);
            assertThat(millisLeft("lk1:{nightly}")).isBetween(30_000L, 61_000L);
        }
    }

    private void assertOneExpiry() {
        long told = number("x");
        Object key = redis.exec(
                "EVAL",
                "local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000)"
                        + " + redis.call('PTTL', KEYS[1])",
                "1",
                "lk1:{orders}");
        assertThat(Long.parseLong(String.valueOf(key))).isBetween(told / 1_000 - 5, told / 1_000 + 5);
    }

    private long number(String field) {
        return Long.parseLong(String.valueOf(redis.exec("HGET", "lk1:{orders}", field)));
    }

    private long millisLeft(String key) {
        return Long.parseLong(String.valueOf(redis.exec("PTTL", key)));
    }
}
