package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The promise that a lock can be waited for without a thread. */
public interface AsyncPromise extends LockFixture {

    /** With a greater token, where the store has tokens, than the holder before. */
    @Test
    default void aFutureLeaseComesWhenTheLockIsReleased() {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease first = Eventually.answer(patience(), ann.lock(name).acquireAsync());
            CompletableFuture<Lease> waiting = bob.lock(name).acquireAsync();
            bob.awaitWaiting(name);
            assertThat(waiting).isNotDone();
            Eventually.answer(patience(), first.closeAsync());
            Lease second = Eventually.answer(patience(), waiting);
            assertThat(second.isHeld()).isTrue();
            second.close();
        }
    }

    /** The next in line gets the lock. */
    @Test
    default void aFutureLeaseThatIsCancelledLeavesTheQueue() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor();
                Actor eve = actor()) {
            Lease lease = ann.acquire(name);
            CompletableFuture<Lease> cancelled = bob.lock(name).acquireAsync();
            bob.awaitWaiting(name);
            CompletableFuture<Lease> next = eve.lock(name).acquireAsync();
            eve.awaitWaiting(name);
            assertThat(cancelled.cancel(true)).isTrue();
            lease.close();
            assertThat(Eventually.answer(patience(), next).isHeld()).isTrue();
            assertThat(bob.client().held()).isEmpty();
        }
    }

    /** If the grant crosses the cancellation, it is released: the lock never stays with nobody. */
    @Test
    default void cancellationsThatCrossTheirGrantFreeTheLock() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            for (int round = 0; round < 20; round++) {
                Lease lease = ann.acquire(name);
                CompletableFuture<Lease> crossing = bob.lock(name).acquireAsync();
                // From both sides, since a busy machine may have either always win.
                boolean first = round % 2 == 1 && crossing.cancel(true);
                CompletableFuture<Void> closing = lease.closeAsync();
                if (!first && !crossing.cancel(true)) {
                    crossing.join().close();
                }
                Eventually.answer(patience(), closing);
            }
            ann.acquire(name).close();
        }
    }

    /** As the waiting thread would be told. */
    @Test
    default void aFutureLeaseFailsWhenItsWaitIsOver() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            ann.acquire(name);
            CompletableFuture<Lease> waiting =
                    bob.lock(name).acquireAsync(LockOptions.defaults().withMaxWait(Duration.ofMillis(100)));
            assertThatThrownBy(waiting::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(LockTimeoutException.class);
        }
    }
}
