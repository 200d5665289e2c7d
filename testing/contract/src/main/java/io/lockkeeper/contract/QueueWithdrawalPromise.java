package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Withdrawn;
import io.lockkeeper.store.Grant;
import org.junit.jupiter.api.Test;

/** The promise that a waiter which gives up leaves no trace in the queue. */
public interface QueueWithdrawalPromise extends StoreFixture {

    /** Neither it nor those behind it are held up. */
    @Test
    default void aWithdrawnWaiterIsNotServed() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            Claim withdrawn = bob.queue(name);
            Claim waiting = eve.queue(name);
            bob.withdraw(withdrawn, false);
            ann.release(grant);
            eve.awaitGrant(waiting);
            assertThat(bob.signals().heard()).noneMatch(Signal.Granted.class::isInstance);
        }
    }

    /** The withdrawal and the hand-over crossed. */
    @Test
    default void aGrantThatWasPushedBeforeTheWithdrawalGoesToTheNext() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            Claim withdrawn = bob.queue(name);
            Claim waiting = eve.queue(name);
            ann.release(grant);
            bob.awaitGrant(withdrawn);
            bob.withdraw(withdrawn, true);
            eve.awaitGrant(waiting);
        }
    }

    /** The withdrawal overtook the claim: it must not queue after that, for nobody would take its grant. */
    @Test
    default void aClaimThatArrivesAfterItsWithdrawalDoesNotQueue() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            bob.listen();
            Claim late = Contender.patient(bob.claim(name));
            bob.withdraw(late, true);
            assertThat(bob.send(late)).as("the outcome of the late %s", late).isInstanceOf(Withdrawn.class);
            ann.release(grant);
            eve.hold(name);
        }
    }

    /** When the last one gives up, the lock goes to no one. */
    @Test
    default void aLockThatNobodyWaitsForAnyMoreIsFreeAfterItsRelease() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            bob.withdraw(bob.queue(name), false);
            ann.release(grant);
            ann.hold(name);
        }
    }
}
