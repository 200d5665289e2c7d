package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.Lease;
import io.lockkeeper.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The last step of an acquisition: brings its answer to the thread or the future that waits for it. */
final class Delivery {

    private Delivery() {}

    /** Delivers an answer. Not under a guard. */
    static void deliver(LocalLock lock, Waiter waiter, Executor callbacks) {
        CompletableFuture<Lease> future = waiter.future();
        if (future == null) {
            waiter.wake();
        } else if (waiter.published()) {
            callbacks.execute(() -> complete(lock, waiter, future));
        } else {
            complete(lock, waiter, future); // Nobody has seen it, so no code of the user's depends on it.
        }
    }

    private static void complete(LocalLock lock, Waiter waiter, CompletableFuture<Lease> future) {
        Answer answer = waiter.answer();
        if (answer instanceof Hold hold) {
            if (!future.complete(hold)) {
                CompletableFuture<Void> unused = hold.closeAsync(); // Cancelled in the moment of the grant.
            }
        } else if (answer instanceof Answer.Refused refused) {
            future.completeExceptionally(timeout(lock, waiter, refused));
        } else if (answer instanceof Answer.Failed failed) {
            future.completeExceptionally(failed.failure());
        }
    }

    /** The error of an acquisition whose time ran out. */
    static LockTimeoutException timeout(LocalLock lock, Waiter waiter, Answer.Refused refused) {
        Holder holder = refused.holder();
        return new LockTimeoutException(
                lock.name(), Duration.ofNanos(lock.context().now() - waiter.since()), holder);
    }
}
