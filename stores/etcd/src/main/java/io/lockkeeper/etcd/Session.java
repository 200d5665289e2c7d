package io.lockkeeper.etcd;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session: a lease of etcd's, which all places of a store share, and what this side knows of its end.
 *
 * <p>The server ends it when it has heard nothing for the time that it granted. The last request that it answered arrived
 * after it was sent; so counted from that sending, and less a margin, the session is over here before it is there.
 */
final class Session {

    private static final Duration ROUNDING = Duration.ofMillis(100);
    private static final int DRIFT = 500;

    private final long lease;
    private final long length;
    private final Map<ClaimId, Place> places = new HashMap<>();
    private final Ticker ticker;
    private volatile long confirmed;
    private volatile long used;
    private int entered;
    private boolean ended;

    /**
     * A session that was just granted.
     *
     * @param lease the lease's number
     * @param granted for how long without being heard of
     * @param sent when it was asked for
     * @param ticker the clock of that
     */
    Session(long lease, Duration granted, long sent, Ticker ticker) {
        this.lease = lease;
        this.length = longest(granted).toNanos();
        this.ticker = ticker;
        this.confirmed = sent;
        this.used = sent;
    }

    /** What can be relied upon of a session that lasts so long on the server. */
    static Duration longest(Duration granted) {
        return granted.minusNanos(granted.toNanos() / DRIFT).minus(ROUNDING);
    }

    long lease() {
        return lease;
    }

    /** The time now, by the clock by which it is counted. */
    long now() {
        return ticker.nanos();
    }

    /** How much is left of it, in nanoseconds, if the server hears nothing more; none or less if it may be over. */
    long left() {
        return length - unconfirmed();
    }

    /** How long ago the last request was sent that was confirmed, in nanoseconds. */
    long unconfirmed() {
        return now() - confirmed;
    }

    /** The leader has kept the session, by a request that was sent then. */
    synchronized void confirmed(long sent) {
        confirmed = Math.max(confirmed, sent);
    }

    /** Keeps it from being ended for idleness while a claim is under way; false if it is over. */
    synchronized boolean enter() {
        if (ended || left() <= 0) {
            return false;
        }
        entered++;
        return true;
    }

    /** A claim is not under way any more. */
    synchronized void leave() {
        entered--;
        used = now();
    }

    /** Takes note of a place, or finds it noted: that which counts, or null if the session is over and with it the place. */
    synchronized @Nullable Place add(Place place) {
        if (ended || left() <= 0) {
            return null;
        }
        Place known = places.get(place.claim());
        if (known != null && known.created() == place.created()) {
            return known;
        }
        if (known != null) {
            known.leave(); // Its key was deleted behind its back, and the claim sent again.
        }
        places.put(place.claim(), place);
        return place;
    }

    synchronized @Nullable Place find(ClaimId claim) {
        return places.get(claim);
    }

    synchronized @Nullable Place remove(ClaimId claim) {
        used = now();
        return places.remove(claim);
    }

    /** Ends it if nothing is held and nobody waits, and nothing has been asked for a time. */
    synchronized boolean endIfIdle(long nanos) {
        if (!ended && places.isEmpty() && entered == 0 && now() - used >= nanos) {
            ended = true;
            return true;
        }
        return false;
    }

    /** Ends it: the places that are lost with it; null if it was over already. */
    synchronized @Nullable List<Place> end() {
        if (ended) {
            return null;
        }
        ended = true;
        List<Place> lost = new ArrayList<>(places.values());
        places.clear();
        return lost;
    }
}
