package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.Released;
import io.lockkeeper.store.Remaining;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Leases that end when somebody says, and grants that are renewed, adjusted and released by clients that did not claim them. */
class AdjustedLeaseTest extends WithRedis {

    private static boolean setLease(Contender by, Grant grant, Duration lease) {
        return by.answer(((AdjustableLease) by.store()).setLease(grant, lease));
    }

    @Test
    void a_lease_can_end_earlier_and_who_waits_is_told() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender();
                    Contender eve = contender()) {
                Grant grant = ann.hold(name);
                Claim claim = bob.queue(name);
                assertThat(setLease(ann, grant, lease)).isTrue();
                bob.awaitSignal(new Signal.Free(name));
                assertThat(bob.requeue(claim).recheckAfter()).isLessThanOrEqualTo(lease);
                eve.isRefused(name);
                outlast(lease);
                bob.hold(claim);
                assertThat(ann.renew(LEASE, grant).lost()).containsExactly(grant.claim());
            }
        });
    }

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

    /** They know the name, the claim and the tokens, and not when the lease ends. */
    @Test
    void another_client_renews_adjusts_and_releases() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender();
                    Contender eve = contender()) {
                Grant grant = ann.hold(ann.claim(name, lease, 1));
                for (long left : new long[] {0, Grant.UNBOUNDED}) {
                    Grant known = new Grant(name, grant.claim(), grant.tokens(), new Remaining(left, left), false);
                    assertThat(bob.renew(LEASE, known).renewed()).containsOnlyKeys(grant.claim());
                }
                outlast(lease);
                eve.isRefused(name);
                Grant known = new Grant(name, grant.claim(), grant.tokens(), new Remaining(0, 0), false);
                assertThat(setLease(bob, known, LEASE)).isTrue();
                assertThat(bob.release(known)).isInstanceOf(Released.class);
                eve.hold(name);
            }
        });
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
