package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Sessions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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
            assertOutcome(ann.renew(LEASE, grant), Set.of(grant.claim()), Set.of());
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
            assertOutcome(ann.renew(LEASE, grant), Set.of(), Set.of(grant.claim()));
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
            assertOutcome(ann.renew(LEASE, old), Set.of(), Set.of(old.claim()));
            assertOutcome(bob.renew(LEASE, current), Set.of(current.claim()), Set.of());
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
            assertOutcome(ann.renew(LEASE, grants.toArray(Grant[]::new)), held, lost);
        }
    }

    /** Nothing to renew is no failure. */
    @Test
    default void anEmptyBatchIsAnsweredEmpty() {
        try (Contender ann = contender()) {
            assertOutcome(ann.renew(LEASE), Set.of(), Set.of());
        }
    }

    /** What the next renewal begins with: without it, some stores would have to ask twice. */
    @Test
    default void aRenewedGrantSaysWhatIsLeftOfIt() {
        String name = freshName();
        try (Contender ann = contender()) {
            Grant grant = ann.hold(name);
            Grant renewed =
                    Objects.requireNonNull(ann.renew(LEASE, grant).renewed().get(grant.claim()));
            assertThat(renewed)
                    .usingRecursiveComparison()
                    .ignoringFields("remaining")
                    .isEqualTo(grant);
            if (renewed.remainingNanos() != Grant.UNBOUNDED) {
                if (ann.store() instanceof Sessions sessions) {
                    assertThat(renewed.remainingNanos())
                            .isPositive()
                            .isLessThanOrEqualTo(sessions.longestLease().toNanos());
                } else {
                    assertThat(renewed.remainingNanos()).isEqualTo(LEASE.toNanos());
                }
                assertThat(renewed.storeNanos()).isGreaterThanOrEqualTo(grant.storeNanos());
            }
            assertOutcome(ann.renew(LEASE, renewed), Set.of(grant.claim()), Set.of());
            assertOutcome(ann.renew(LEASE, grant), Set.of(grant.claim()), Set.of());
        }
    }

    private static void assertOutcome(RenewalOutcome outcome, Set<ClaimId> renewed, Set<ClaimId> lost) {
        assertThat(outcome.renewed().keySet()).isEqualTo(renewed);
        assertThat(outcome.lost()).isEqualTo(lost);
    }
}
