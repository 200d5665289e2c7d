package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promise that waiters of different clients are served first come, first served. */
public interface QueueOrderPromise extends StoreFixture {

    /** Each lets go when it was served; none asks a second time. */
    @Test
    default void waitersAreServedInTheOrderInWhichTheyCame() {
        String name = freshName();
        List<Contender> waiters = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        try (Contender ann = contender()) {
            Grant current = ann.hold(name);
            Contender holder = ann;
            for (int index = 0; index < 5; index++) {
                waiters.add(contender());
                claims.add(waiters.get(index).queue(name));
            }
            for (int index = 0; index < 5; index++) {
                for (int later = index; later < 5; later++) {
                    assertThat(waiters.get(later).signals().heard())
                            .as("what waiter %d was told before its turn", later)
                            .noneMatch(Signal.Granted.class::isInstance);
                }
                holder.release(current);
                holder = waiters.get(index);
                current = holder.awaitGrant(claims.get(index));
            }
        } finally {
            waiters.forEach(Contender::close);
        }
    }

    /** A claim sent again, to re-check, is neither a second waiter nor last in line. */
    @Test
    default void aQueuedClaimSentAgainKeepsItsPlace() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            Claim first = bob.queue(name);
            Claim second = eve.queue(name);
            int ahead = bob.requeue(first).ahead();
            assertThat(eve.requeue(second).ahead())
                    .as("the claims before the second")
                    .isEqualTo(ahead + 1);
            ann.release(grant);
            Grant handedOn = bob.awaitGrant(first);
            bob.release(handedOn);
            bob.release(eve.awaitGrant(second));
            assertThat(bob.signals().heard())
                    .as("what the claim sent twice was told")
                    .filteredOn(Signal.Granted.class::isInstance)
                    .hasSize(1);
        }
    }

    /** A claim that may not queue is answered at once, and takes no lock that others wait for. */
    @Test
    default void aClaimThatMayNotQueueDoesNotPassTheQueue() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            Claim claim = bob.queue(name);
            eve.isRefused(name);
            ann.release(grant);
            eve.isRefused(name);
            bob.awaitGrant(claim);
            eve.isRefused(name);
        }
    }

    /** Until then nobody knows whether a push is on its way. */
    @Test
    default void aQueuedClaimIsToldWhoHoldsTheLockAndWhenToAskAgain() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            Claim claim = bob.queue(name);
            var queued = bob.requeue(claim);
            assertThat(queued.recheckAfter()).isPositive().isLessThanOrEqualTo(LEASE);
            assertThat(queued.storeNanos()).as("the store's clock").isGreaterThanOrEqualTo(grant.storeNanos());
            if (queued.holder() != null) {
                assertThat(queued.holder()).isEqualTo(ann.holder());
            }
        }
    }
}
