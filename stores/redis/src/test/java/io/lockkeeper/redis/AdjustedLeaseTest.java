package io.lockkeeper.redis;

import static io.lockkeeper.contract.AdjustableLeaseContract.setLease;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.Released;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the keys of a lease look like whose end was set. */
class AdjustedLeaseTest extends WithRedis {

    @Test
    void a_lease_can_end_later_without_its_client() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender()) {
                Grant grant = ann.hold(ann.claim(name, lease, 1));
                assertThat(setLease(ann, grant, Duration.ofHours(5))).isTrue();
                outlast(lease);
                bob.isRefused(name);
                assertThat(Long.parseLong(String.valueOf(redis.exec("PTTL", "lk1:{" + name + "}"))))
                        .isGreaterThan(Duration.ofHours(5).toMillis());
                assertThat(ann.release(grant)).isInstanceOf(Released.class);
                bob.hold(name);
            }
        });
    }

    @Test
    void a_lease_that_ends_at_once_is_handed_on() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            assertThat(setLease(ann, grant, Duration.ZERO)).isTrue();
            bob.awaitGrant(claim);
        }
    }

    @Test
    void a_grant_that_is_not_current_is_neither_adjusted_nor_made_anew() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            ann.release(grant);
            assertThat(setLease(ann, grant, LEASE)).isFalse();
            Grant other = bob.hold("orders");
            assertThat(setLease(ann, grant, LEASE)).isFalse();
            assertThat(bob.renew(LEASE, other).renewed()).containsOnlyKeys(other.claim());
            redis.exec("DEL", "lk1:{orders}");
            assertThat(setLease(bob, other, LEASE)).isFalse();
            assertThat(redis.exec("EXISTS", "lk1:{orders}")).isEqualTo(0L);
        }
    }

    /** No number of years is too long for the server to count. */
    @Test
    void a_lease_without_end_lasts_a_century() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(ann.claim("orders", Duration.ofSeconds(Long.MAX_VALUE), 1));
            assertThat(Duration.ofNanos(grant.remainingNanos())).isEqualTo(Duration.ofDays(36_500));
            assertThat(ann.renew(Duration.ofSeconds(Long.MAX_VALUE), grant).renewed())
                    .hasSize(1);
            bob.isRefused("orders");
            ann.release(grant);
            bob.hold("orders");
        }
    }
}
