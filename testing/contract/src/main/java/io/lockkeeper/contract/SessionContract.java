package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The contract of stores whose locks last as long as their session: {@code Guarantees.Expiry.SESSION_END}. Sessions should
 * be short where it runs, for it waits for their end.
 */
public interface SessionContract extends StoreContract {

    /** Between two looks at what takes time. */
    Duration LOOK = Duration.ofMillis(50);

    /**
     * Cuts a store off from its server as a failing network does: neither hears anything of the other.
     *
     * @param store one that {@link #open()} gave
     * @return what mends the network
     */
    Runnable cutOff(Store store);

    /**
     * The time that {@link #elapse} lets pass.
     *
     * @return nanoseconds since any moment
     */
    default long nanos() {
        return System.nanoTime();
    }

    /** Else a holder would believe in a lock that has gone with its session. */
    @Test
    default void noGrantIsForLongerThanASessionOrThanWasAskedFor() {
        try (Contender ann = contender()) {
            Grant longest = ann.hold(freshName());
            Grant shortest = ann.hold(ann.claim(freshName(), SHORT_LEASE, 1));
            assertThat(longest.remainingNanos())
                    .isPositive()
                    .isLessThanOrEqualTo(longestLease(ann).toNanos());
            assertThat(shortest.remainingNanos()).isPositive().isLessThanOrEqualTo(SHORT_LEASE.toNanos());
        }
    }

    /** The holder, who hears nothing, knows it before anybody else can have the lock; and somebody will. */
    @Test
    default void aLockIsFreeAfterItsHolderKnowsThatItsSessionMayHaveEnded() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            long sent = nanos();
            Grant grant = ann.hold(name);
            Runnable mend = cutOff(ann.store());
            try {
                awaitLock(bob, name);
                assertThat(nanos() - sent).as("when the lock came free").isGreaterThan(grant.remainingNanos());
            } finally {
                mend.run();
            }
        }
    }

    /** However many locks there are. */
    @Test
    default void aSessionThatIsRenewedLasts() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            Duration step = longestLease(ann).dividedBy(3);
            for (int renewal = 0; renewal < 5; renewal++) {
                elapse(step);
                assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
                bob.isRefused(name);
            }
        }
    }

    /** A new session inherits nothing, and begins anew. */
    @Test
    default void whatEndedWithItsSessionStaysLost() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            Runnable mend = cutOff(ann.store());
            try {
                bob.release(awaitLock(bob, name));
            } finally {
                mend.run();
            }
            Eventually.eventually(
                    patience(), () -> assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim())));
            bob.release(bob.hold(name));
            assertThat(ann.hold(name).firstToken()).isGreaterThan(grant.lastToken());
        }
    }

    /** As when its process ends in an orderly way: nobody waits for the session's end. */
    @Test
    default void theLocksOfAClosedStoreAreFree() {
        String name = freshName();
        try (Contender bob = contender()) {
            Contender ann = contender();
            ann.hold(name);
            ann.close();
            Eventually.eventually(patience(), () -> bob.hold(name));
        }
    }

    /** Looks until a lock can be had; the server may take another session's time to notice. */
    private Grant awaitLock(Contender client, String name) {
        long end =
                nanos() + longestLease(client).multipliedBy(4).plus(patience()).toNanos();
        while (nanos() < end) {
            if (client.send(client.claim(name)) instanceof ClaimOutcome.Granted granted) {
                return granted.grant();
            }
            elapse(LOOK);
        }
        throw new AssertionError("The lock " + name + " did not come free after its holder's session.");
    }

    private static Duration longestLease(Contender client) {
        return ((Sessions) client.store()).longestLease();
    }
}
