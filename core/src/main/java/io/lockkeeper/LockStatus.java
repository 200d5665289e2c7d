package io.lockkeeper;

import java.util.List;
import java.util.Optional;

/**
 * The status of a lock in the store at one moment.
 *
 * @param name the lock's name
 * @param holders the holders; empty if the lock is free
 * @param token the greatest fencing token granted, as far as the store knows; 0 if there is none
 * @param waiters the waiters in queue order, as far as the store knows
 */
public record LockStatus(String name, List<Holding> holders, long token, List<Holder> waiters) {

    /** Copies what could change. */
    public LockStatus {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    /**
     * Returns the status of a held lock.
     *
     * @param name the lock's name
     * @param holding the holder and its lease
     * @param waiters the waiters in queue order
     * @return the status
     */
    public static LockStatus held(String name, Holding holding, List<Holder> waiters) {
        return new LockStatus(name, List.of(holding), holding.token(), waiters);
    }

    /**
     * Returns the status of a free lock.
     *
     * @param name the lock's name
     * @param token the last fencing token granted; 0 if there is none
     * @param waiters the waiters in queue order
     * @return the status
     */
    public static LockStatus free(String name, long token, List<Holder> waiters) {
        return new LockStatus(name, List.of(), token, waiters);
    }

    /**
     * Returns the holding of a lock that has one holder at a time.
     *
     * @return the first holding; empty if the lock is free
     */
    public Optional<Holding> holding() {
        return holders.stream().findFirst();
    }

    /**
     * Returns the holder of a lock that has one holder at a time.
     *
     * @return the first holder; empty if the lock is free
     */
    public Optional<Holder> holder() {
        return holding().map(Holding::holder);
    }
}
