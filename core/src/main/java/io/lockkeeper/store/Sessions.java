package io.lockkeeper.store;

import java.time.Duration;

/**
 * The capability of a store whose locks last as long as its session with the server: a renewal prolongs the session, and
 * no lease is longer than it.
 */
public interface Sessions {

    /**
     * The longest lease that a claim or a renewal can be granted: what the server agreed to, less what makes it end here
     * before it ends there. Who asks for more is granted this.
     *
     * @return the longest lease
     */
    Duration longestLease();
}
