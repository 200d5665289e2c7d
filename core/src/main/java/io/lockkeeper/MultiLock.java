package io.lockkeeper;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Several locks that are acquired together, all or none: for work that needs more than one, such as a transfer between two
 * accounts.
 *
 * <p>The locks are acquired one after the other, always in the same order: sorted by name, by UTF-16 code units. Programs
 * that acquire overlapping sets of locks this way cannot deadlock. They can if one of them holds a lock already when it
 * asks for these, by another {@code MultiLock} or in any other way. A lock that is held while another is waited for is renewed.
 *
 * <p>The maximum wait in the options is the limit for all of the locks together. If one of them cannot be acquired, those that
 * were acquired before are released, in the background if the store does not answer within a second. If one is lost while
 * another is waited for, this is noticed when the wait is over: all are then released, and the acquisition starts again in
 * what is left of its time.
 *
 * <p>A {@linkplain LockOptions#withFixedLease fixed lease} begins when all locks are held, so all end at the same time, or earlier
 * if the store does not answer. The listener in the options ({@link LockOptions#withOnLost}) is told of the first loss, and
 * the thread is interrupted ({@link LockOptions#withInterruptOnLoss}), only after all were acquired. {@link
 * LockOptions#withAtLeast} is only possible if there is a single name, because it would keep locks of which another could
 * not be acquired.
 *
 * <p>Like a {@link DistributedLock} by handle, it is not reentrant. Instances are cheap, immutable and safe for use by many
 * threads.
 */
public interface MultiLock {

    /**
     * Returns the names of the locks, in the order in which they are acquired.
     *
     * @return the sorted names, without duplicates
     */
    List<String> names();

    /**
     * Acquires the locks. Waits for as long as the options allow.
     *
     * @return the lease of all locks, to be closed by the caller
     * @throws InterruptedException if the thread is interrupted before or during the wait; no lock is held then
     * @throws LockTimeoutException if the wait exceeded the limit in the options; it names the lock that was waited for, or
     *     that was lost meanwhile
     * @throws StoreUnavailableException if the store does not answer and the wait is limited
     * @throws ClientClosedException if the client is closed, or is closed meanwhile
     */
    MultiLease acquire() throws InterruptedException;

    /**
     * Acquires the locks, with options for this acquisition.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return as {@link #acquire()}
     * @throws InterruptedException as {@link #acquire()}
     * @throws LockTimeoutException as {@link #acquire()}
     * @throws IllegalArgumentException if there are several names and the options contain {@link LockOptions#withAtLeast}
     */
    MultiLease acquire(LockOptions options) throws InterruptedException;

    /**
     * Acquires the locks if all are free: a single attempt for each, without waiting.
     *
     * @return the lease of all locks, or empty if one of them is held, or was lost at once
     */
    Optional<MultiLease> tryAcquire();

    /**
     * Acquires the locks if that is possible within the maximum wait in the options.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return the lease of all locks, or empty if the wait exceeded the limit
     * @throws InterruptedException as {@link #acquire()}
     * @throws IllegalArgumentException if there are several names and the options contain {@link LockOptions#withAtLeast}
     */
    Optional<MultiLease> tryAcquire(LockOptions options) throws InterruptedException;

    /**
     * Acquires the locks without blocking a thread.
     *
     * @return completes with the lease of all locks, or exceptionally as {@link #acquire()} throws; cancelling it
     *     leaves the queue and releases what was acquired
     */
    CompletableFuture<MultiLease> acquireAsync();

    /**
     * Acquires the locks without blocking a thread, with options for this acquisition.
     *
     * @param options combined with the lock's own, see {@link LockOptions#over}
     * @return as {@link #acquireAsync()}
     * @throws IllegalArgumentException if there are several names and the options contain {@link LockOptions#withAtLeast}
     */
    CompletableFuture<MultiLease> acquireAsync(LockOptions options);
}
