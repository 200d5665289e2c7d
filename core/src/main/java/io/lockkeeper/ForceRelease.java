package io.lockkeeper;

import java.util.Optional;

/**
 * The means to take a lock away from its holder. The holder learns of it within one renewal interval, at
 * once if the store can tell it; until then it believes that it holds the lock.
 */
public interface ForceRelease {

    /**
     * Ends the current holding of a lock; the next waiter gets it.
     *
     * @param name the lock's name
     * @return whom it was taken from; empty if nobody held it
     * @throws StoreUnavailableException if the store does not answer
     */
    Optional<Holder> forceRelease(String name);
}
