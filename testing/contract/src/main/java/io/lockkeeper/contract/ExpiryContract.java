package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of stores whose locks end with their lease, by the store's clock. */
public interface ExpiryContract extends StoreContract {

    /** Not before, and soon after. */
    @Test
    default void aLockIsFreeOnceItsLeaseIsOver() {
        String kept = freshName();
        String ended = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold(kept);
            ann.hold(ann.claim(ended, SHORT_LEASE, 1));
            outlast(SHORT_LEASE);
            bob.hold(ended);
            bob.isRefused(kept);
        }
    }

    /** Whoever counted a replayed grant from its own send with the full lease would believe in it too long. */
    @Test
    default void aClaimSentAgainIsToldWhatIsLeft() {
        Duration passed = Duration.ofMillis(300);
        try (Contender ann = contender()) {
            Claim claim = ann.claim(freshName());
            Grant first = ann.hold(claim);
            elapse(passed);
            Grant again = ann.hold(claim);
            assertThat(first.remainingNanos())
                    .as("what was left at first")
                    .isPositive()
                    .isLessThanOrEqualTo(LEASE.toNanos());
            assertThat(first.remainingNanos() - again.remainingNanos())
                    .as("what passed")
                    .isGreaterThanOrEqualTo(passed.dividedBy(2).toNanos());
            assertThat(again.storeNanos() - first.storeNanos())
                    .as("what passed by the store's clock")
                    .isGreaterThanOrEqualTo(passed.dividedBy(2).toNanos());
        }
    }

    /** Deleted or not, it is over: another may have been told so. */
    @Test
    default void aLeaseThatIsOverIsNotRevived() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name, SHORT_LEASE, 1);
            Grant grant = ann.hold(claim);
            outlast(SHORT_LEASE);
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
            assertThat(ann.release(grant)).isInstanceOf(ReleaseOutcome.NotHeld.class);
            bob.hold(name);
        }
    }

    /** A renewal counts from when it arrives. */
    @Test
    default void aRenewedLeaseEndsItsLeaseTimeFromNow() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender()) {
                Grant grant = ann.hold(ann.claim(name, lease, 1));
                ann.renew(LEASE, grant);
                outlast(lease);
                bob.isRefused(name);
            }
        });
    }

    /** It may have been overtaken by a longer one, whose answer the holder relies upon. */
    @Test
    default void aShorterRenewalTakesNothingAway() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            assertThat(ann.renew(SHORT_LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
            outlast(SHORT_LEASE);
            bob.isRefused(name);
        }
    }

    /** A process that died without a word: its locks outlive it by their leases, not more and not less. */
    @Test
    default void theLocksOfAClosedStoreEndWithTheirLease() {
        String kept = freshName();
        String ended = freshName();
        try (Contender bob = contender()) {
            Contender ann = contender();
            ann.hold(kept);
            ann.hold(ann.claim(ended, SHORT_LEASE, 1));
            ann.close();
            bob.isRefused(kept);
            outlast(SHORT_LEASE);
            bob.hold(ended);
            bob.isRefused(kept);
        }
    }
}
