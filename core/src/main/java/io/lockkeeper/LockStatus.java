package io.lockkeeper;

import java.util.List;
import java.util.Optional;

/**
 * What a store knows of one lock at one moment.
 *
 * @param name the lock's name
 * @param holders who holds it; empty if it is free
 * @param token the greatest fencing token given, as far as the store knows; 0 if there is none
 * @param waiters who waits, first in line first, as far as the store knows
 */
public record LockStatus(String name, List<Holding> holders, long token, List<Holder> waiters) {

    /** Copies what could change. */
    public LockStatus {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    /**
     * A lock that is held.
     *
     * @param name the lock's name
     * @param holding who holds it
     * @param waiters who waits, first in line first
     * @return the status
     */
    public static LockStatus held(String name, Holding holding, List<Holder> waiters) {
        return new LockStatus(name, List.of(holding), holding.token(), waiters);
    }

    /**
     * A lock that is free.
     *
     * @param name the lock's name
     * @param token the last fencing token given; 0 if there is none
     * @param waiters who waits, first in line first
     * @return the status
     */
    public static LockStatus free(String name, long token, List<Holder> waiters) {
        return new LockStatus(name, List.of(), token, waiters);
    }

    /**
     * The holding of a lock with one holder at a time.
     *
     * @return the first holding; empty if the lock is free
     */
    public Optional<Holding> holding() {
        return holders.stream().findFirst();
    }

    /**
     * The holder of a lock with one holder at a time.
     *
     * @return the first holder; empty if the lock is free
     */
    public Optional<Holder> holder() {
        return holding().map(Holding::holder);
    }
}
