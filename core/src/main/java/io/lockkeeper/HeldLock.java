package io.lockkeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot of a lock that a client holds.
 *
 * @param id identifies the lease in the store
 * @param token the fencing token; 0 if the store has none
 * @param holder who holds it
 * @param since when it was acquired, by this process's wall clock
 * @param remaining the time until its deadline, if it is not renewed before; empty if it has none
 */
public record HeldLock(LeaseId id, long token, Holder holder, Instant since, Optional<Duration> remaining) {

    /**
     * Returns the lock's name.
     *
     * @return the name
     */
    public String name() {
        return id.name();
    }
}
