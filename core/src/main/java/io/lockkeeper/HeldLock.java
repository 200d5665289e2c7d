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
     * Identifies the lease in the store, as {@link Lease#id()} does.
     *
     * @return the id
     * @throws NotHeldException if the lease ended and its id was not asked for before
     */
    LeaseId id();

    /**
     * The fencing token.
     *
     * @return the token; 0 if the store has none
     */
    long token();

    /**
     * Who holds it.
     *
     * @return a thread of this process, as others see it
     */
    Holder holder();

    /**
     * When it was acquired.
     *
     * @return the time, by this process's wall clock
     */
    Instant since();

    /**
     * The time until its deadline, unless it is renewed.
     *
     * @return zero if it is not held any more; empty if it has no deadline
     */
    Optional<Duration> remaining();
}
