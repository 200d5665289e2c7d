package io.lockkeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A lock that a client holds. Safe for use by many threads. */
public interface HeldLock {

    /**
     * Returns the lock's name.
     *
     * @return the name
     */
    String name();

    /**
     * Returns the id of the lease in the store, as {@link Lease#id()} does.
     *
     * @return the id
     * @throws NotHeldException if the lease ended and its id was not requested before
     */
    LeaseId id();

    /**
     * Returns the fencing token.
     *
     * @return the token; 0 if the store has none
     */
    long token();

    /**
     * Returns the holder.
     *
     * @return who holds the lock, as other clients see it
     */
    Holder holder();

    /**
     * Returns when it was acquired.
     *
     * @return the time, by this process's wall clock
     */
    Instant since();

    /**
     * Returns the time until its deadline, if it is not renewed before.
     *
     * @return zero if it is no longer held; empty if it has no deadline
     */
    Optional<Duration> remaining();
}
