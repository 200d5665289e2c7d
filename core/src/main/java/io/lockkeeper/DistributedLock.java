package io.lockkeeper;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A named lock that holds across processes, with two ways to own it.
 *
 * <p><b>By handle</b>: {@link #acquire()} and its kin return a {@link Lease} that any thread may close;
 * a second acquisition is a new contender, also from the same thread.
 *
 * <p><b>By thread</b>: the methods of {@link Lock} behave as those of {@code ReentrantLock}: the thread
 * that locked may lock again at no cost, and only it can unlock. {@link #tryLock()} may pass waiting
 * threads by, all else is served in order.
 *
 * <p>Instances are cheap, immutable and safe for use by many threads; two instances of one name from
 * one client are the same lock. Every method that talks to the store throws
 * {@link StoreUnavailableException} where it may not wait until the store answers: {@link #tryLock()} and a
 * {@link #tryAcquire()} whose time is over answer false or empty only if the lock is known to be taken.
 *
 * <p>A thread that lost the lock learns it from {@link #unlock()}, once; {@link #isHeldByCurrentThread()} is false and
 * {@link #holdCount()} 0 from the loss on, whatever the count was. A {@code lock()} after a loss begins anew: it waits for
 * the lock and makes a hold of its own, and what is left of the lost one is forgotten. So in nested use an outer
 * {@code unlock()} throws after the inner one released what the inner {@code lock()} had acquired.
 *
 * <p>Re-entry joins the hold as it is: what the inner {@code lock()} asks for does not change the lease.
 *
 * <p>An interrupt that comes while the store is being asked is noticed when the store has answered, or was silent for
 * about as long as its timeout says; one that comes later in a wait, at once.
 */
public interface DistributedLock extends Lock {

    /**
     * The lock's name.
     *
     * @return the name, as it was given
     */
    String name();

    /**
     * Waits for the lock, for as long as this lock's options say.
     *
     * @return the lease, to be closed by the caller
     * @throws InterruptedException if the thread is interrupted before or while it waits; it then has left
     *     the queue, in the store too
     * @throws LockTimeoutException if the options bound the wait and it ended
     */
    Lease acquire() throws InterruptedException;

    /**
     * Waits for the lock, with options for this one acquisition.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return the lease, to be closed by the caller
     * @throws InterruptedException if the thread is interrupted before or while it waits
     * @throws LockTimeoutException if the options bound the wait and it ended
     */
    Lease acquire(LockOptions options) throws InterruptedException;

    /**
     * Takes the lock if it is free now: one attempt, no wait, no queue.
     *
     * @return the lease, or empty if another holds it
     */
    Optional<Lease> tryAcquire();

    /**
     * Takes the lock if it is free now, with options for this one acquisition: one attempt, no wait, no queue.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}; their wait does not matter
     * @return the lease, or empty if another holds it
     */
    Optional<Lease> tryAcquireNow(LockOptions options);

    /**
     * Tries to take the lock within the options' wait.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return the lease, or empty if the wait ended first
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException;

    /**
     * Takes the lock without blocking a thread.
     *
     * @return completes with the lease, or exceptionally as {@link #acquire()} throws; cancelling it
     *     leaves the queue, and a lease that was granted in that moment is released
     */
    CompletableFuture<Lease> acquireAsync();

    /**
     * Takes the lock without blocking a thread, with options for this one acquisition.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return as {@link #acquireAsync()}
     */
    CompletableFuture<Lease> acquireAsync(LockOptions options);

    /**
     * Waits for the lock as {@link #acquire()} does, runs a task under it and releases it.
     *
     * <p>A lock that is lost before the task has ended does not turn the task's success into a failure, for what it
     * committed is committed, and to repeat it would do it twice: the loss comes beside the result. A task that must not
     * commit without the lock asks {@link Lease#ensureHeld()} before, or lets the resource compare tokens.
     *
     * @param task the work
     * @return what it returned, and the loss, if the lock was lost meanwhile
     * @throws E if the task throws it; the lock is released then, too
     * @throws InterruptedException if the thread is interrupted before or while it waits; the task was not run
     * @throws LockTimeoutException if the options bound the wait and it ended; the task was not run
     */
    <T extends @Nullable Object, E extends Exception> Completed<T> call(LockedTask<T, E> task)
            throws E, InterruptedException;

    /**
     * Whether the calling thread holds this lock through {@link Lock}'s methods, and its lease has not
     * ended. Costs no round trip.
     *
     * @return true while held
     */
    boolean isHeldByCurrentThread();

    /**
     * How often the calling thread has locked without unlocking.
     *
     * @return 0 if it does not hold the lock
     */
    int holdCount();

    /**
     * The fencing token of the calling thread's hold.
     *
     * @return as {@link Lease#token()}
     * @throws NotHeldException if the calling thread does not hold the lock
     * @throws WeakGuaranteeException if the store has no fencing tokens
     */
    long token();

    /**
     * The calling thread's hold as a lease: to listen for its loss, to extend it, to hand on its id.
     *
     * @return empty if the calling thread does not hold the lock; closing it ends the hold whatever its count is
     */
    Optional<Lease> currentLease();

    /**
     * Whether anybody holds the lock, here or elsewhere, at the moment when the store looks.
     *
     * @return true if it is taken
     * @throws StoreUnavailableException if the store does not answer
     */
    boolean isLocked();

    /**
     * How many claims wait for the lock in the store: one for each client, however many of its threads wait.
     *
     * @return 0 where waiters do not queue in the store but ask again
     * @throws StoreUnavailableException if the store does not answer
     */
    int queueLength();

    /**
     * Gives up one of the calling thread's holds; the last one releases the lock.
     *
     * @throws NotHeldException if the calling thread does not hold the lock; its cause is a
     *     {@link LeaseLostException} if the thread did hold it and lost it
     */
    @Override
    void unlock();

    /**
     * Conditions are not supported across processes.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    Condition newCondition();
}
