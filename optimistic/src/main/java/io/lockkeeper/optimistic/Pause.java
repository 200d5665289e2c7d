package io.lockkeeper.optimistic;

import java.time.Duration;

/** How the time between two attempts is spent. Passed in, so that tests need not sleep. Must be thread-safe. */
@FunctionalInterface
public interface Pause {

    /**
     * Waits for a random time.
     *
     * @param most the longest it may take
     * @throws InterruptedException if the thread was interrupted before or while it waited
     */
    void upTo(Duration most) throws InterruptedException;
}
