package io.lockkeeper.idempotency.engine;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request of a key and fingerprint that speaks to the store for all of this process.
 *
 * <p>Who follows is in a set until it leaves, so that an operation that runs for long keeps nothing of those that gave up.
 */
public final class Flight {

    private final Runnable removal;
    private final Set<Seat.Follow> followers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger();
    private final AtomicReference<@Nullable Duration> busy = new AtomicReference<>();
    private final AtomicReference<@Nullable Landing> landed = new AtomicReference<>();

    Flight(Runnable removal) {
        this.removal = removal;
    }

    /** Reserves a place for one that follows; {@link Seat.Full} if all are taken. */
    Seat follow(int most) {
        if (places.incrementAndGet() > most) {
            places.decrementAndGet();
            return new Seat.Full(busy.get() != null);
        }
        Seat.Follow follow = new Seat.Follow(this);
        followers.add(follow);
        // What happened before it was added is told here, what happens later is told by busy and land.
        Duration retryAfter = busy.get();
        if (retryAfter != null) {
            follow.tellBusy(retryAfter);
        }
        Landing how = landed.get();
        if (how != null) {
            follow.tell(how);
        }
        return follow;
    }

    void leave(Seat.Follow follow) {
        if (followers.remove(follow)) {
            places.decrementAndGet();
        }
    }

    /** How many follow, for tests. */
    int followers() {
        return followers.size();
    }

    /**
     * Notes that an attempt is known to run, here or in another process: those who do not wait are refused from now on.
     *
     * @param retryAfter when to ask again
     */
    public void busy(Duration retryAfter) {
        if (busy.getAndSet(retryAfter) == null) {
            followers.forEach(follow -> follow.tellBusy(retryAfter));
        }
    }

    /**
     * Ends the flight: those who board from now on begin another, those who follow see how it ended. Does nothing the second time.
     *
     * @param how what those who follow see
     */
    public void land(Landing how) {
        removal.run();
        if (landed.compareAndSet(null, how)) {
            followers.forEach(follow -> follow.tell(how));
        }
    }
}
