package io.lockkeeper.bench.contestants;

import java.time.Duration;

/**
 * A contestant that can keep its locks alive for as long as they are held.
 *
 * <p>Of several kinds of lock that one library renews by the same code, one is enough to measure that.
 */
public interface Renewing extends Contestant {

    /** Connects like {@link #open(String)}, with locks that live this long and are renewed while held. */
    Locks openRenewing(String url, Duration lease);
}
