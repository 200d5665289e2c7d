package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Remaining;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract of stores whose leases end by the store's clock, and can be made to end earlier or later. */
public interface AdjustableLeaseContract extends ExpiryContract {

    /** The holder may let go early, and a renewal of the past must not bring the lease back. */
    @Test
    default void aLeaseCanEndEarlier() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender()) {
                Grant grant = ann.hold(name);
                assertThat(setLease(ann, grant, lease)).isTrue();
                bob.isRefused(name);
                outlast(lease);
                bob.hold(name);
                assertThat(ann.renew(LEASE, grant).lost()).containsExactly(grant.claim());
            }
        });
    }

    /** The lock stays taken though its holder's process ends. */
    @Test
    default void aLeaseCanEndLaterThoughItsClientIsGone() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender bob = contender()) {
                try (Contender ann = contender()) {
                    Grant grant = ann.hold(ann.claim(name, lease, 1));
                    assertThat(setLease(ann, grant, LEASE)).isTrue();
                }
                outlast(lease);
                bob.isRefused(name);
            }
        });
    }

    /** Not those of others either. */
    @Test
    default void aLeaseThatIsNotCurrentIsNeitherSetNorRecreated() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            ann.release(grant);
            assertThat(setLease(ann, grant, LEASE)).isFalse();
            Grant current = bob.hold(name);
            assertThat(setLease(ann, grant, Duration.ofMillis(1))).isFalse();
            elapse(Duration.ofMillis(50));
            assertThat(bob.renew(LEASE, current).renewed()).containsOnlyKeys(current.claim());
        }
    }

    /** They know the name, the claim and the tokens, and not when the lease ends. */
    @Test
    default void whoOnlyKnowsTheGrantCanRenewSetAndReleaseIt() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(ann.claim(name, SHORT_LEASE, 1));
            Grant known = new Grant(name, grant.claim(), grant.tokens(), new Remaining(0, 0), true);
            assertThat(bob.renew(LEASE, known).renewed()).containsOnlyKeys(grant.claim());
            assertThat(setLease(bob, known, LEASE.multipliedBy(2))).isTrue();
            outlast(SHORT_LEASE);
            eve.isRefused(name);
            assertThat(bob.release(known)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(eve.hold(name).firstToken()).isGreaterThan(grant.lastToken());
        }
    }

    /**
     * Sets the end of a lease, and waits for the answer.
     *
     * @param client whose store is asked
     * @param grant any client's
     * @param lease the time from now until the lease ends
     * @return whether the grant was current
     */
    static boolean setLease(Contender client, Grant grant, Duration lease) {
        return client.answer(((AdjustableLease) client.store()).setLease(grant, lease));
    }
}
