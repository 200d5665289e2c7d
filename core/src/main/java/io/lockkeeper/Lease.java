package io.lockkeeper;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The right to hold a lock until a deadline. A renewed lease moves its deadline until it is closed; a fixed lease does not.
 *
 * <p>The deadline is measured on this process's monotonic clock, from before the request was sent that acquired or
 * renewed the lease. It is therefore before the store's deadline, if clock rates differ by less than 0.1 %: while {@link
 * #isHeld()} returns true, no other client has been granted the lock because this lease expired. After a pause beyond
 * the deadline, {@link #isHeld()} returns false. If the process is paused <em>between</em> that check and a write, only
 * the {@link #token()} prevents the write. Safe for use by many threads; any of them may close it.
 */
public interface Lease extends AutoCloseable {

    /**
     * Returns the lock's name.
     *
     * @return the name, as it was given
     */
    String name();

    /**
     * Returns the fencing token, which is greater than that of every earlier holder of this lock.
     *
     * @return the token; a resource that has seen a greater token must refuse this one
     * @throws WeakGuaranteeException if the store has no fencing tokens ({@link Guarantees.Tokens#NONE}), such as
     *     memcached
     */
    long token();

    /**
     * Returns the id of the lease in the store, with which another client can release or extend it. A lease whose id was
     * requested is released to the store when it is closed; it is not passed on within this process.
     *
     * @return the id; treat it as a secret, because everyone who knows it can end the lease
     * @throws NotHeldException if the lease was closed and its id was not requested before
     * @throws LeaseLostException if the lease was lost and its id was not requested before
     */
    LeaseId id();

    /**
     * Returns whether the lease is held. Sends no request.
     *
     * @return false once closed, lost, or past the deadline
     */
    boolean isHeld();

    /**
     * Returns the time until the deadline, if the lease is not renewed before.
     *
     * @return zero if the lease is not held; empty if it has no deadline, as on the file store
     */
    Optional<Duration> remaining();

    /**
     * Throws an exception unless the lease is held. Sends no request.
     *
     * @throws LeaseLostException if the lease was lost; says when and why
     * @throws NotHeldException if the lease was closed
     */
    void ensureHeld();

    /**
     * Has the client ask the store now whether it still has this lease, rather than at the next renewal, and whether the lease
     * is recalled, if a listener waits for that. Does not wait for the answer: a loss is reported as always. For holders that want to learn sooner of a lock that was deleted from the
     * store, at the price of a request.
     */
    void verify();

    /**
     * Adds a listener for the loss of this lease. It is called at most once, on a thread of the client: immediately
     * if the lease is already lost, and never if the lease is closed first.
     *
     * @param listener receives when and why the lease was lost
     * @return this lease
     */
    Lease onLost(Consumer<LeaseLoss> listener);

    /**
     * Adds a listener for a {@linkplain LockRecall recall}: somebody asks the holder to release the lock, and may take it by
     * force if the holder does not. It is called at most once, on a thread of the client: immediately if the lease is
     * already recalled, and never if the lease is closed or lost first, or if the store cannot pass a recall on ({@link
     * LockClient#recall} is empty).
     *
     * <p>From the first such listener on, the client listens to its store, if that can push, which may open a connection.
     * A forced release is then reported at once, too. A store that cannot push (files, memcached) is asked with each renewal,
     * and any store with each {@link #verify}: one request more.
     *
     * @param listener receives which lease is recalled; closes it as soon as its work allows, or does nothing, which keeps the
     *     lock
     * @return this lease
     */
    Lease onRecalled(Consumer<LeaseRecall> listener);

    /**
     * Sets the deadline of the lease, earlier or later than it is now. The lease is fixed from then on: it is no longer
     * renewed. Waits for the store's answer. If that does not come, the lease is fixed all the same, and ends at the
     * earlier of the old and the new deadline.
     *
     * @param lease the time from now until the deadline: longer than zero, at most 365 days
     * @throws LeaseLostException if the lease is lost; says when and why
     * @throws NotHeldException if the lease was closed
     * @throws StoreUnavailableException if the store did not answer; {@link #remaining()} returns the time that is left
     * @throws WeakGuaranteeException if the lock was declared for {@link Purpose#CORRECTNESS}
     */
    void extend(Duration lease);

    /**
     * Like {@link #extend}, without blocking.
     *
     * @param lease the time from now until the deadline: longer than zero, at most 365 days
     * @return completes when the store has answered, exceptionally with what {@link #extend} throws; on a thread of the
     *     client
     */
    CompletableFuture<Void> extendAsync(Duration lease);

    /**
     * Closes the lease without releasing the lock. The lock stays held until the lease expires in the store, after the
     * time that {@link #remaining()} returned. It is released earlier if the locks of this store belong to the client's
     * session or process ({@link Guarantees.Expiry}) and that ends. Sends no request.
     *
     * @throws LeaseLostException if the lease was already lost
     */
    void letExpire();

    /**
     * Releases the lock without blocking. A second call returns the same outcome.
     *
     * @return completes when the store has answered, or when the store cannot be reached (the release is then
     *     repeated in the background until the lease has expired); completes exceptionally with {@link
     *     LeaseLostException} if the lease was already lost. It completes on a thread of the client. The caller
     *     may complete or cancel the future, which has no effect on the release
     */
    CompletableFuture<Void> closeAsync();

    /**
     * Releases the lock and waits for the store's answer, for at most the store's timeout. Only the first call has an
     * effect. A lease that is passed on to a waiter in this process is not released, so the store is not asked: if it
     * was taken away unnoticed, the next holder is notified.
     *
     * <p>An exception from this method does not mean that the work under the lock failed: the work may have been
     * committed, so do not repeat it for that reason. {@link DistributedLock#call} separates the two.
     *
     * @throws LeaseLostException if the lease was already lost: the lock did not protect all of the work
     */
    @Override
    void close();
}
