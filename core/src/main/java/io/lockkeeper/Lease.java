package io.lockkeeper;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The right to hold a lock until a deadline, renewed or fixed.
 *
 * <p>The deadline is counted on this process's monotonic clock from before the request that won the
 * lease was sent, and ends before the store's. So a lease whose {@link #isHeld()} is true is still the
 * store's current one, clock rates being within 0.1 % of each other; a process that was paused past its
 * deadline sees false at its next look. What a pause <em>between</em> the look and the deed can do, only
 * the {@link #token()} prevents. Safe for use by many threads; any of them may close it.
 */
public interface Lease extends AutoCloseable {

    /**
     * The lock's name.
     *
     * @return the name, as it was given
     */
    String name();

    /**
     * The fencing token: greater than that of every earlier holder of this lock.
     *
     * @return the token; a resource that has seen a greater one must refuse this one
     * @throws WeakGuaranteeException if the store has no fencing tokens ({@link Guarantees.Tokens#NONE}), such as
     *     memcached
     */
    long token();

    /**
     * Identifies the lease in the store, for whoever is to release or extend it in the holder's place. A lease whose id
     * was asked for is released to the store when it is closed, not passed on within this process.
     *
     * @return the id; a secret, since whoever knows it can end the lease
     * @throws NotHeldException if the lease was closed and its id was not asked for before
     * @throws LeaseLostException if it was lost and its id was not asked for before
     */
    LeaseId id();

    /**
     * Whether the lease is current. Costs no round trip.
     *
     * @return false once closed, lost, or past the deadline
     */
    boolean isHeld();

    /**
     * The time until the deadline, unless it is renewed.
     *
     * @return zero if not held; empty if held without a deadline, as file locks are
     */
    Optional<Duration> remaining();

    /**
     * Returns if the lease is held, else throws.
     *
     * @throws LeaseLostException if it was lost, with when and why
     * @throws NotHeldException if it was closed
     */
    void ensureHeld();

    /**
     * Adds a listener for the loss of this lease. It runs once, on a thread of the client's own, at
     * once if the lease is lost already, never if it is closed first.
     *
     * @param listener told when and why
     * @return this lease
     */
    Lease onLost(Consumer<LeaseLoss> listener);

    /**
     * Sets when the lease ends, earlier or later than it would have: it is fixed from now on, and renewed no more. Waits
     * for the store's answer.
     *
     * @param lease how long it lasts from now: longer than zero, at most 365 days
     * @throws LeaseLostException if the lease is lost, with when and why
     * @throws NotHeldException if it was closed
     * @throws StoreUnavailableException if the store did not answer; the lease lasts as long as {@link #remaining()} says
     * @throws WeakGuaranteeException if the lock was declared for {@link Purpose#CORRECTNESS}
     */
    void extend(Duration lease);

    /**
     * As {@link #extend}, without blocking.
     *
     * @param lease how long it lasts from now: longer than zero, at most 365 days
     * @return completes when the store has answered, exceptionally with what {@link #extend} throws; on a thread of the
     *     client's own
     */
    CompletableFuture<Void> extendAsync(Duration lease);

    /**
     * Closes the lease without releasing the lock, which stays taken until the lease ends in the store: at the time that
     * {@link #remaining()} tells, or sooner if the locks of this store belong to the client's session or process
     * ({@link Guarantees.Expiry}) and that ends. Costs no round trip.
     *
     * @throws LeaseLostException if the lease was lost before
     */
    void letExpire();

    /**
     * Releases the lock without blocking. A second call returns the same outcome.
     *
     * @return completes when the store has answered, or when it could not be asked (the release is then
     *     repeated in the background until the lease has ended); exceptionally with
     *     {@link LeaseLostException} if the lease was lost before. On a thread of the client's own; the future is the
     *     caller's, to complete it changes nothing
     */
    CompletableFuture<Void> closeAsync();

    /**
     * Releases the lock and waits for the store's answer, not longer than the store's own time-out.
     * Only the first call does anything. A lease that is passed on to a waiter of this process is not released, so the
     * store is not asked: if it was taken away unnoticed, the next holder is told.
     *
     * <p>What it throws comes after the work: who repeats work that failed must not take it for a failure of the work,
     * which may be committed. {@link DistributedLock#call} keeps the two apart.
     *
     * @throws LeaseLostException if the lease was lost before: what was done under it was not protected to its end
     */
    @Override
    void close();
}
