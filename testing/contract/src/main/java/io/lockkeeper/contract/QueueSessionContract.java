package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Sessions;
import org.junit.jupiter.api.Test;

/** The contract of stores that queue claims and whose locks end with a session: the queue outlives its dead. */
public interface QueueSessionContract extends QueueContract, SessionContract {

    /** The first in line has the lock, and only that one. */
    @Test
    default void aHolderWhoseSessionEndsIsSucceededInTheOrderOfTheQueue() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.hold(name);
            Claim first = bob.queue(name);
            Claim second = eve.queue(name);
            Runnable mend = cutOff(ann.store());
            try {
                awaitSessionEnd(ann, () -> isGranted(bob, first));
                assertThat(eve.send(second)).as("the second's outcome").isInstanceOf(ClaimOutcome.Queued.class);
            } finally {
                mend.run();
            }
        }
    }

    /** It would hold up all that are behind it for ever. */
    @Test
    default void aWaiterWhoseSessionEndsIsPassedOver() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            bob.queue(name);
            Claim second = eve.queue(name);
            Runnable mend = cutOff(bob.store());
            try {
                ann.release(grant);
                awaitSessionEnd(bob, () -> isGranted(eve, second));
            } finally {
                mend.run();
            }
        }
    }

    private void awaitSessionEnd(Contender gone, Eventually.Assertion assertion) {
        long longest = ((Sessions) gone.store()).longestLease().toNanos();
        for (long end = nanos() + 4 * longest; nanos() < end; elapse(LOOK)) {
            try {
                assertion.check();
                return;
            } catch (AssertionError notYet) {
                // The session has not ended yet, or the news is on its way.
            } catch (Exception failure) {
                throw new AssertionError("Looking failed: " + failure, failure);
            }
        }
        Eventually.eventually(patience(), assertion);
    }

    private static void isGranted(Contender client, Claim claim) {
        boolean pushed = client.signals().heard().stream()
                .anyMatch(signal -> signal instanceof Signal.Granted granted
                        && granted.grant().claim().equals(claim.id()));
        if (!pushed) {
            client.hold(claim);
        }
    }
}
