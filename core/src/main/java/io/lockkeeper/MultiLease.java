package io.lockkeeper;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The leases of a {@link MultiLock}. It is held while all of them are. If one is lost, the others stay held until this lease
 * is closed. Safe for use by many threads; any of them may close it.
 */
public interface MultiLease extends AutoCloseable {

    /**
     * Returns the leases of the single locks.
     *
     * @return the leases, sorted as {@link MultiLock#names()}
     */
    List<Lease> leases();

    /**
     * Returns the lease of one of the locks.
     *
     * @param name the lock's name
     * @return the lease
     * @throws IllegalArgumentException if the lock is not one of these
     */
    Lease lease(String name);

    /**
     * Returns whether all leases are held. Sends no request.
     *
     * @return false once closed, or if one of the leases is lost or past its deadline
     */
    boolean isHeld();

    /**
     * Returns the time until the first deadline, if the leases are not renewed before.
     *
     * @return zero if one of the leases is not held; empty if none has a deadline, as on the file store
     */
    Optional<Duration> remaining();

    /**
     * Throws an exception unless all leases are held. Sends no request.
     *
     * @throws LeaseLostException if a lease was lost; says which, when and why
     * @throws NotHeldException if the lease was closed
     */
    void ensureHeld();

    /** Has the client ask the store now whether it still has each lease, see {@link Lease#verify()}. */
    void verify();

    /**
     * Adds a listener for the loss of a lease. It is called at most once, for the first lease that is lost, on a thread
     * of the client: immediately if one is already lost, and never if this lease is closed first.
     *
     * @param listener receives which lease was lost, when and why
     * @return this lease
     */
    MultiLease onLost(Consumer<LeaseLoss> listener);

    /**
     * Adds a listener for a {@linkplain LockRecall recall}, see {@link Lease#onRecalled}. It is called at most once, for
     * the first lock that is recalled.
     *
     * @param listener receives which lease is recalled
     * @return this lease
     */
    MultiLease onRecalled(Consumer<LeaseRecall> listener);

    /**
     * Releases the locks without blocking, see {@link Lease#closeAsync()}.
     *
     * @return completes when the store has answered for all of them, exceptionally with the {@link LeaseLostException} of the
     *     first in order that was lost; the others are suppressed exceptions of that
     */
    CompletableFuture<Void> closeAsync();

    /**
     * Releases the locks and waits for the store's answers. Only the first call has an effect.
     *
     * @throws LeaseLostException if a lease was already lost: that lock did not protect all of the work
     */
    @Override
    void close();
}
