package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The promise that a waiter that gave up leaves no trace in the store. */
public interface NoTracePromise extends LockFixture {

    /** How often a waiter gives up. What it leaves behind need not be in the way each time. */
    int ROUNDS = 20;

    /** Interrupted while it waited. */
    @Test
    default void anInterruptedWaiterLeavesNoTrace() throws Exception {
        givesUp((name, waiter) -> {
            Future<Boolean> waiting = waiter.begin(() -> {
                try {
                    waiter.lock(name).lockInterruptibly();
                    return false;
                } catch (InterruptedException expected) {
                    return true;
                }
            });
            waiter.awaitWaiting(name);
            waiter.interrupt();
            assertThat(waiter.outcome(waiting)).as("was interrupted").isTrue();
        });
    }

    /** Its time was over; on a busy machine, the store's answer may even come too late for that. */
    @Test
    default void aTimedOutWaiterLeavesNoTrace() throws Exception {
        LockOptions shortly = LockOptions.defaults().withMaxWait(Duration.ofMillis(100));
        givesUp((name, waiter) -> assertThat(waiter.call(() -> {
                    try {
                        return waiter.lock(name).tryAcquire(shortly);
                    } catch (StoreUnavailableException late) {
                        return Optional.empty();
                    }
                }))
                .isEmpty());
    }

    /** It returned only when its claim had left the store: who releases the lock then is alone, and gets it again at once. */
    @Test
    default void whoWaitedInVainIsNotHandedTheLock() throws Exception {
        String name = freshName();
        LockOptions shortly = LockOptions.defaults().withMaxWait(Duration.ofMillis(30));
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease lease = ann.acquire(name);
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(bob.call(() -> bob.lock(name).tryAcquire(shortly))).isEmpty();
                Lease held = lease;
                lease = ann.call(() -> {
                    held.close();
                    return ann.lock(name).tryAcquire().orElseThrow(() -> new AssertionError("Nobody else is there."));
                });
            }
            lease.close();
        }
    }

    /** It was called off. */
    @Test
    default void aCancelledWaiterLeavesNoTrace() throws Exception {
        givesUp((name, waiter) -> {
            CompletableFuture<Lease> waiting = waiter.lock(name).acquireAsync();
            waiter.awaitWaiting(name);
            assertThat(waiting.cancel(false)).isTrue();
        });
    }

    /** It only tried. */
    @Test
    default void whoOnlyTriesLeavesNoTrace() throws Exception {
        givesUp((name, waiter) -> assertThat(waiter.tryLock(name)).isFalse());
    }

    /** A way to wait for a held lock and not to get it. */
    @FunctionalInterface
    interface GivingUp {

        /**
         * Waits and gives up.
         *
         * @param name the lock, which is held
         * @param waiter who waits
         * @throws Exception as it likes
         */
        void by(String name, Actor waiter) throws Exception;
    }

    private void givesUp(GivingUp givingUp) throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor();
                Actor eve = actor()) {
            Lease lease = ann.acquire(name);
            givingUp.by(name, bob);
            // Who cancels a future does not wait for the store.
            ann.client()
                    .inspection()
                    .ifPresent(catalogue -> Eventually.eventually(
                            patience(),
                            () -> assertThat(catalogue.inspect(name).map(LockStatus::waiters))
                                    .hasValueSatisfying(
                                            waiters -> assertThat(waiters).isEmpty())));
            lease.close();
            assertThat(eve.call(() ->
                            eve.lock(name).tryAcquire(LockOptions.defaults().withMaxWait(patience()))))
                    .as("the next one's lease")
                    .isPresent();
            assertThat(bob.client().held()).isEmpty();
        }
    }
}
