package io.lockkeeper.memcached;

import io.lockkeeper.store.ClaimId;
import org.jspecify.annotations.Nullable;

/**
 * The manners of those who share a lock: who has just let go of it does not take it again while another waits.
 *
 * <p>Waiters poll, and a client whose threads take a lock again and again would hardly ever be found without it. So
 * beside the lock's item there may be another, added by a claim that waits: it is next in line. Who releases the lock
 * reads both with one request, and if another client is next, lets some time pass before it asks for the lock again: an
 * attempt that comes meanwhile is sent when that time is over, and its answer is as true as any other. The word is kept for
 * a second or two, and said again while it is true. All this is courtesy: exclusion does not depend on it.
 */
final class Turns {

    /** Twice as long as the next in line lets pass at the most. */
    private static final long COURTESY_NANOS = 40_000_000;

    private final Recent<String, Long> courtesies = new Recent<>();

    /** For how long claims of this client are to let others go first; 0 if not at all. */
    long courtesy(String name, long now) {
        Long until = courtesies.get(name);
        if (until == null) {
            return 0;
        }
        if (until - now <= 0) {
            courtesies.remove(name);
            return 0;
        }
        return until - now;
    }

    /**
     * Takes note that a lock was let go.
     *
     * @param claim the one that held it
     * @param next the one that is next in line, as it wrote itself down; null if nobody is
     */
    void released(String name, ClaimId claim, @Nullable String next, long now) {
        if (next != null && !next.startsWith(claim.client() + ":")) {
            courtesies.put(name, now + COURTESY_NANOS);
        }
    }
}
