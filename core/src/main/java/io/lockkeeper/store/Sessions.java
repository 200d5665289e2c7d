package io.lockkeeper.store;

import java.time.Duration;

/**
 * The capability of a store whose locks belong to its session with the server: a renewal prolongs the session, and no
 * lease is longer than the session.
 */
public interface Sessions {

    /**
     * Returns the longest lease that can be granted to a claim or a renewal: the session timeout that the server agreed to,
     * less a margin so that the lease ends in the client first. A longer request is granted this time.
     *
     * @return the longest lease
     */
    Duration longestLease();
}
