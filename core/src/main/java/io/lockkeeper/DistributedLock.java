package io.lockkeeper;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A named lock that works across processes. There are two ways to own it:
 *
 * <ul>
 *   <li><b>By handle</b>: {@link #acquire()} and the related methods return a {@link Lease}, which any thread may
 *       close. A second acquisition waits for the first one to end, even on the same thread.
 *   <li><b>By thread</b>: the methods of {@link Lock} behave as those of {@code ReentrantLock}. The thread that holds
 *       the lock may lock it again, which needs no request, and only that thread can unlock it. {@link #tryLock()}
 *       may overtake waiting threads; all other methods wait in order.
 * </ul>
 *
 * <p>Instances are cheap, immutable and safe for use by many threads. Two instances with the same name from the same
 * client are the same lock.
 *
 * <p>Every method that accesses the store throws {@link StoreUnavailableException} if the store does not answer and
 * the method may not wait any longer. {@link #tryLock()} and {@link #tryAcquire()} return false or empty only if the
 * lock is known to be held.
 *
 * <p>If a thread loses the lock, its next {@link #unlock()} throws, once. From the loss on, {@link
 * #isHeldByCurrentThread()} is false and {@link #holdCount()} is 0, whatever the count was before. A {@code lock()} after
 * a loss acquires the lock anew, with a count of 1, and discards the lost hold. In nested use, the inner {@code
 * unlock()} then releases what the inner {@code lock()} acquired, and the outer {@code unlock()} throws.
 *
 * <p>Re-entry does not change the lease, whatever options the inner {@code lock()} has.
 *
 * <p>A thread that is interrupted during a request to the store responds when the store has answered, or after
 * about the store's timeout. A thread whose wait ends without the lock, by an interrupt or because its time is over, returns
 * when the store has confirmed that its claim is withdrawn, or after about the store's timeout. Nobody hands the lock to it
 * after that.
 */
public interface DistributedLock extends Lock {

    /**
     * Returns the lock's name.
     *
     * @return the name, as it was given
     */
    String name();

    /**
     * Acquires the lock. Waits for as long as this lock's options allow.
     *
     * @return the lease, to be closed by the caller
     * @throws InterruptedException if the thread is interrupted before or during the wait; it has then left
     *     the queue, in the store too
     * @throws LockTimeoutException if the wait exceeded the limit in the options
     */
    Lease acquire() throws InterruptedException;

    /**
     * Acquires the lock, with options for this acquisition.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return the lease, to be closed by the caller
     * @throws InterruptedException if the thread is interrupted before or during the wait
     * @throws LockTimeoutException if the wait exceeded the limit in the options
     */
    Lease acquire(LockOptions options) throws InterruptedException;

    /**
     * Acquires the lock, with options for this acquisition. An interrupt does not end the wait: the thread keeps its place in the
     * queue, and is interrupted again when this method returns.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return the lease, to be closed by the caller
     * @throws LockTimeoutException if the wait exceeded the limit in the options
     */
    Lease acquireUninterruptibly(LockOptions options);

    /**
     * Acquires the lock if it is free: a single attempt, without waiting.
     *
     * @return the lease, or empty if the lock is held
     */
    Optional<Lease> tryAcquire();

    /**
     * Acquires the lock if it is free, with options for this acquisition: a single attempt, without waiting.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}; their maximum wait is ignored
     * @return the lease, or empty if the lock is held
     */
    Optional<Lease> tryAcquireNow(LockOptions options);

    /**
     * Acquires the lock if that is possible within the maximum wait in the options.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return the lease, or empty if the wait exceeded the limit
     * @throws InterruptedException if the thread is interrupted before or during the wait
     */
    Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException;

    /**
     * Acquires the lock without blocking a thread.
     *
     * @return completes with the lease, or exceptionally as {@link #acquire()} throws; cancelling it
     *     leaves the queue, and a lease that is granted at that moment is released. If there is no memory or no thread to
     *     complete it with the lease, the lease is released, and it completes exceptionally with that error, on any thread
     */
    CompletableFuture<Lease> acquireAsync();

    /**
     * Acquires the lock without blocking a thread, with options for this acquisition.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return as {@link #acquireAsync()}
     */
    CompletableFuture<Lease> acquireAsync(LockOptions options);

    /**
     * Acquires the lock as {@link #acquire()} does, runs a task while it is held, and releases it.
     *
     * <p>If the lock is lost before the task ends, this method does not throw. The task may have committed its work,
     * and must not be repeated because of an exception. The loss is returned with the task's result instead. A task
     * that must not commit without the lock calls {@link Lease#ensureHeld()} before it commits, or lets the resource
     * compare tokens.
     *
     * @param task the task
     * @return the task's result, and the loss if the lock was lost before the task ended
     * @throws E if the task throws it; the lock is released in this case, too
     * @throws InterruptedException if the thread is interrupted before or during the wait; the task was not run
     * @throws LockTimeoutException if the wait exceeded the limit in the options; the task was not run
     */
    <T extends @Nullable Object, E extends Exception> Completed<T> call(LockedTask<T, E> task)
            throws E, InterruptedException;

    /**
     * Returns whether the calling thread holds this lock through the methods of {@link Lock}, and its lease has not
     * expired. Sends no request.
     *
     * @return true if it is held
     */
    boolean isHeldByCurrentThread();

    /**
     * Returns how many times the calling thread must unlock until the lock is released.
     *
     * @return 0 if the thread does not hold the lock
     */
    int holdCount();

    /**
     * Returns the fencing token of the calling thread's hold.
     *
     * @return as {@link Lease#token()}
     * @throws NotHeldException if the calling thread does not hold the lock
     * @throws WeakGuaranteeException if the store has no fencing tokens
     */
    long token();

    /**
     * Returns the calling thread's hold as a lease, for example to listen for its loss, to extend it, or to pass on its
     * id. Closing the lease releases the lock, whatever the hold count is.
     *
     * @return the lease, or empty if the calling thread does not hold the lock
     */
    Optional<Lease> currentLease();

    /**
     * Returns whether the lock is held, by this process or another one, when the store is asked.
     *
     * @return true if it is held
     * @throws StoreUnavailableException if the store does not answer
     */
    boolean isLocked();

    /**
     * Returns how many claims wait for the lock in the store. Each client has one, however many of its threads wait.
     *
     * @return the number of claims; 0 if the store has no queue and waiters poll
     * @throws StoreUnavailableException if the store does not answer
     */
    int queueLength();

    /**
     * Decrements the calling thread's hold count, and releases the lock when the count is 0.
     *
     * @throws NotHeldException if the calling thread does not hold the lock; its cause is a
     *     {@link LeaseLostException} if the thread has lost the lock
     */
    @Override
    void unlock();

    /**
     * Not supported: there are no conditions across processes.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    Condition newCondition();
}
