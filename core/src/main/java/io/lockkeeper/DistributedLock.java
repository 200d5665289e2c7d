package io.lockkeeper;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

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
 * {@link StoreUnavailableException} where it may not wait until the store answers.
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
     * @throws InterruptedException if the thread is interrupted before or while it waits; it then left
     *     the queue
     * @throws LockTimeoutException if the options bound the wait and it ended
     */
    Lease acquire() throws InterruptedException;

    /**
     * Waits for the lock, with options for this one acquisition.
     *
     * @param options used in place of the lock's own
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
     * Tries to take the lock within the options' wait.
     *
     * @param options used in place of the lock's own
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
     * @param options used in place of the lock's own
     * @return as {@link #acquireAsync()}
     */
    CompletableFuture<Lease> acquireAsync(LockOptions options);

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
     * The fencing token of the calling thread's hold; see {@link Lease#token()}.
     *
     * @return the token, or empty if the thread does not hold the lock
     */
    OptionalLong fencingToken();

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
