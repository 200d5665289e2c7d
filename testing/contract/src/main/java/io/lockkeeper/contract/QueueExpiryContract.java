package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Granted;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of stores that queue claims and whose locks end with their lease: a dead holder is succeeded in order. */
public interface QueueExpiryContract extends QueueContract, ExpiryContract {

    /** Whoever asks: the lock goes to the first in line, not to the one that asked. */
    @Test
    default void aDeadHolderIsSucceededInTheOrderOfTheQueue() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender();
                    Contender eve = contender()) {
                bob.listen();
                eve.listen();
                ann.hold(ann.claim(name, lease, 1));
                Claim first = bob.queue(name);
                Claim second = eve.queue(name);
                outlast(lease);
                assertThat(eve.send(second)).as("the second's outcome").isInstanceOf(Queued.class);
                bob.awaitGrant(first);
                ann.isRefused(name);
            }
        });
    }

    /** It re-checks when it was told to, and gets the lock for all its lease. */
    @Test
    default void theFirstInLineGetsTheLockOfADeadHolderWhenItAsksAgain() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender()) {
                bob.listen();
                ann.hold(ann.claim(name, lease, 1));
                Claim claim = bob.queue(name);
                Duration recheckAfter = bob.requeue(claim).recheckAfter();
                assertThat(recheckAfter).as("when to ask again").isLessThanOrEqualTo(lease.plusMillis(500));
                outlast(recheckAfter);
                assertThat(bob.hold(claim).claim()).isEqualTo(claim.id());
            }
        });
    }

    /** It died with the grant in its hands: the claim time ends, and the next in line has the lock. */
    @Test
    default void aGrantThatNobodyTakesUpBlocksForTheClaimTimeOnly() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            Claim first = bob.queue(name);
            Claim second = eve.queue(name);
            ann.release(grant);
            Grant unused = bob.awaitGrant(first);
            outlast(Duration.ofNanos(unused.remainingNanos()));
            assertThat(eve.send(second)).as("the second's outcome").isInstanceOf(Granted.class);
            assertThat(bob.renew(LEASE, unused).lost()).isEqualTo(Set.of(first.id()));
        }
    }

    /** The queue may not end with the lease that its holder had when it began to queue. */
    @Test
    default void aQueueOutlivesTheLeaseOfAHolderThatRenews() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender()) {
                bob.listen();
                Grant grant = ann.hold(ann.claim(name, lease, 1));
                Claim claim = bob.queue(name);
                ann.renew(LEASE, grant);
                outlast(lease);
                ann.release(grant);
                bob.awaitGrant(claim);
            }
        });
    }

    /** So that it asks when the claim time is over, in case the new holder died. */
    @Test
    default void theNextInLineIsToldThatItIsNext() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            boolean inTime = false;
            for (int tries = 0; tries < 10 && !inTime; tries++) { // A machine that is slow for a moment proves nothing.
                String name = freshName();
                Grant grant = ann.hold(name);
                Claim first = bob.queue(name);
                Claim second = eve.queue(name);
                ann.release(grant);
                bob.awaitGrant(first);
                eve.awaitSignal(new Signal.Free(name));
                if (eve.send(second) instanceof Queued queued) {
                    assertThat(queued.recheckAfter()).isLessThanOrEqualTo(LONGEST_CLAIM_TIME);
                    inTime = true;
                }
            }
            assertThat(inTime).as("the claim time was not over").isTrue();
        }
    }
}
