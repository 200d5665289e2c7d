package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.RenewalOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promise that a renewal keeps what is held, says what is lost, and never makes a lock. */
public interface RenewalPromise extends StoreFixture {

    /** The plain case. */
    @Test
    default void aHeldGrantIsRenewed() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            assertThat(ann.renew(LEASE, grant)).isEqualTo(outcome(Set.of(grant.claim()), Set.of()));
            bob.isRefused(name);
        }
    }

    /** As when the release overtakes the renewal. */
    @Test
    default void aReleasedGrantIsReportedLostAndNotRecreated() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            ann.release(grant);
            assertThat(ann.renew(LEASE, grant)).isEqualTo(outcome(Set.of(), Set.of(grant.claim())));
            bob.hold(name);
        }
    }

    /** Neither who holds the lock by then nor its tokens are touched. */
    @Test
    default void aGrantThatWasSucceededIsReportedLost() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant old = ann.hold(name);
            ann.release(old);
            Grant current = bob.hold(name);
            assertThat(ann.renew(LEASE, old)).isEqualTo(outcome(Set.of(), Set.of(old.claim())));
            assertThat(bob.renew(LEASE, current)).isEqualTo(outcome(Set.of(current.claim()), Set.of()));
            ann.isRefused(name);
        }
    }

    /** One client may hold thousands; a third of these is held, a third released, a third someone else's. */
    @Test
    default void aBatchOfAThousandIsAnsweredOneByOne() {
        String prefix = freshName();
        List<Grant> grants = new ArrayList<>();
        Set<ClaimId> held = new HashSet<>();
        Set<ClaimId> lost = new HashSet<>();
        try (Contender ann = contender();
                Contender bob = contender()) {
            for (int index = 0; index < 1_000; index++) {
                Grant grant = ann.hold(prefix + index);
                grants.add(grant);
                if (index % 3 == 0) {
                    held.add(grant.claim());
                    continue;
                }
                lost.add(grant.claim());
                ann.release(grant);
                if (index % 3 == 1) {
                    bob.hold(grant.name());
                }
            }
            assertThat(ann.renew(LEASE, grants.toArray(Grant[]::new))).isEqualTo(outcome(held, lost));
        }
    }

    /** Nothing to renew is no failure. */
    @Test
    default void anEmptyBatchIsAnsweredEmpty() {
        try (Contender ann = contender()) {
            assertThat(ann.renew(LEASE)).isEqualTo(outcome(Set.of(), Set.of()));
        }
    }

    private static RenewalOutcome outcome(Set<ClaimId> renewed, Set<ClaimId> lost) {
        return new RenewalOutcome(renewed, lost);
    }
}
