package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Lease;
import io.lockkeeper.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ways by which an acquisition gets its answer: a thread that parks, or a future.
 *
 * @param enqueue lets a waiter wait; returns where
 */
record Acquisitions(Function<Waiter, LocalLock> enqueue) {

    /**
     * What came of one.
     *
     * @param lock where it waited
     * @param answer the answer
     */
    record Joined(LocalLock lock, Answer answer) {

        /** The holding; null if the lock is taken. */
        @Nullable
        Hold granted() {
            if (answer instanceof Answer.Failed failed) {
                throw Failures.forCaller(failed.failure());
            }
            return answer instanceof Hold hold ? hold : null;
        }
    }

    /**
     * Waits for the answer.
     *
     * @param interruptible whether an interrupt ends the wait; else the thread's flag is kept for later
     */
    Joined await(Waiter waiter, boolean interruptible) throws InterruptedException {
        if (interruptible) {
            throwIfInterrupted();
        }
        LocalLock lock = enqueue.apply(waiter);
        try {
            return new Joined(lock, park(lock, waiter, interruptible));
        } catch (InterruptedException left) {
            throw left;
        } catch (Throwable unexpected) { // A stack that overflows, say.
            abandon(lock, waiter);
            throw unexpected;
        }
    }

    /** Nobody takes the answer: what was granted goes back. */
    private static void abandon(LocalLock lock, Waiter waiter) {
        lock.leave(waiter, new Answer.Interrupted());
        if (waiter.answer() instanceof Hold hold) {
            CompletableFuture<Void> unused =
                    lock.held().release(hold, lock.context().store());
        }
    }

    static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static Answer park(LocalLock lock, Waiter waiter, boolean interruptible) throws InterruptedException {
        boolean interrupted = false;
        Answer given = waiter.answer();
        while (given == null) {
            LockSupport.park(lock);
            if (Thread.interrupted()) {
                interrupted = true;
                if (interruptible) {
                    lock.leave(waiter, new Answer.Interrupted()); // Answered when the store's queue has been left.
                }
            }
            given = waiter.answer();
        }
        if (given instanceof Answer.Interrupted) {
            throw new InterruptedException("Interrupted while waiting for the lock '" + lock.name() + "'.");
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return given;
    }

    /**
     * Waits for the answer as a future.
     *
     * @param executor completes it, unless the answer is there when this method returns
     */
    CompletableFuture<Lease> async(Waiter.Request request, Executor executor) {
        Pending pending = new Pending(executor);
        Waiter waiter = Waiter.async(request, pending::answered);
        LocalLock lock = enqueue.apply(waiter);
        try {
            pending.publish(lock, waiter);
            return pending.future;
        } catch (Throwable unexpected) { // No memory, say.
            abandon(lock, waiter);
            throw unexpected;
        }
    }

    /** A future on its way to its user. Until that has it, only the calling thread completes it. */
    private static final class Pending {
        private final CompletableFuture<Lease> future = new CompletableFuture<>();
        private final Executor executor;
        private @Nullable LocalLock lock;
        private boolean answered;

        Pending(Executor executor) {
            this.executor = executor;
        }

        /** The answer is there; on any thread. */
        void answered(Waiter waiter) {
            LocalLock published;
            synchronized (this) {
                answered = true;
                published = lock;
            }
            if (published != null) {
                try {
                    executor.execute(() -> complete(published, waiter));
                } catch (Throwable refused) { // No memory for a thread, say. Told on this one, or it never would be.
                    fail(published, waiter, refused);
                }
            }
        }

        /** The user is about to get the future. */
        void publish(LocalLock where, Waiter waiter) {
            boolean now;
            synchronized (this) {
                lock = where;
                now = answered;
            }
            if (now) {
                complete(where, waiter);
                return;
            }
            CompletableFuture<Lease> unused = future.whenComplete((lease, failure) -> {
                if (failure != null) {
                    // Cancelled by its user; otherwise the answer was given and this does nothing.
                    where.leave(waiter, new Answer.Interrupted());
                }
            });
        }

        private void complete(LocalLock where, Waiter waiter) {
            try {
                tell(where, waiter);
            } catch (Throwable unexpected) { // No memory, say.
                fail(where, waiter, unexpected);
            }
        }

        /** The answer could not be told, unless its user has it. */
        private void fail(LocalLock where, Waiter waiter, Throwable failure) {
            if (!future.isDone() || future.isCompletedExceptionally()) {
                try {
                    abandon(where, waiter);
                } finally {
                    future.completeExceptionally(failure);
                }
            }
        }

        private void tell(LocalLock where, Waiter waiter) {
            Answer answer = waiter.answer();
            if (answer instanceof Hold hold) {
                if (future.isDone() || !future.complete(LeaseHandle.acquired(where, hold))) {
                    // Cancelled in the moment of the grant.
                    CompletableFuture<Void> unused =
                            where.held().release(hold, where.context().store());
                }
            } else if (answer instanceof Answer.Refused refused) {
                future.completeExceptionally(timeout(where, waiter, refused));
            } else if (answer instanceof Answer.Failed failed) {
                future.completeExceptionally(Failures.forCaller(failed.failure()));
            }
        }
    }

    /** The lease, or the exception that says why there is none. */
    static LeaseHandle require(Waiter waiter, Joined joined) {
        Hold hold = joined.granted();
        if (hold != null) {
            return LeaseHandle.acquired(joined.lock(), hold);
        }
        if (joined.answer() instanceof Answer.Refused refused) {
            throw timeout(joined.lock(), waiter, refused);
        }
        throw new ClientClosedException(joined.lock().name());
    }

    private static LockTimeoutException timeout(LocalLock lock, Waiter waiter, Answer.Refused refused) {
        return new LockTimeoutException(
                lock.name(), Duration.ofNanos(lock.context().now() - waiter.since()), refused.holder());
    }
}
