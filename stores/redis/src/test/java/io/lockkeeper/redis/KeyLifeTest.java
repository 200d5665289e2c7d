package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Grant;
import java.time.Duration;
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
            assertThat(millisLeft("lk1:{nightly}")).isBetween(59_000L, 61_000L);
        }
    }

    private void assertOneExpiry() {
        long told = Long.parseLong(String.valueOf(redis.exec("HGET", "lk1:{orders}", "x")));
        Object key = redis.exec(
                "EVAL",
                "local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000)"
                        + " + redis.call('PTTL', KEYS[1])",
                "1",
                "lk1:{orders}");
        assertThat(Long.parseLong(String.valueOf(key))).isBetween(told / 1_000 - 5, told / 1_000 + 5);
    }

    private long millisLeft(String key) {
        return Long.parseLong(String.valueOf(redis.exec("PTTL", key)));
    }
}
