package io.lockkeeper;

import java.util.Optional;

/**
 * Releases locks by force, that is, takes them from their holders. A holder is notified within one renewal interval, or
 * immediately if the store can notify it and its client listens ({@link Lease#onRecalled}), and until then believes that
 * it holds the lock. To ask the holder first, use {@link LockRecall}.
 */
public interface ForceRelease {

    /**
     * Takes a lock from whoever holds it; the next waiter gets it.
     *
     * @param name the lock's name
     * @return the holder that it was taken from; empty if nobody held it
     * @throws StoreUnavailableException if the store does not answer
     */
    Optional<Holder> forceRelease(String name);

    /**
     * Takes a lock from one holder only; the next waiter gets it. If the store has granted it to somebody else since, it is
     * left alone. Threads of one process that pass a lock on among themselves are one holder.
     *
     * @param name the lock's name
     * @param holding the holder, as {@link LockInspection} showed it
     * @return the holder that it was taken from; empty if it did not hold the lock any more
     * @throws StoreUnavailableException if the store does not answer
     */
    Optional<Holder> forceRelease(String name, Holding holding);
}
