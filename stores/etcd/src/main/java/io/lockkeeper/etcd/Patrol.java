package io.lockkeeper.etcd;

import io.lockkeeper.sessions.Listeners;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Comes by every place that has been held for a while, and has it watch those behind it.
 *
 * <p>A client passes a lock on among its threads for some milliseconds before it matters whether others wait; most locks
 * are let go earlier than that, and cost no watch. Only who listens is told, so only their places are watched.
 */
final class Patrol {

    /** As long as a run of local holders lasts at least. */
    private static final long ROUND = Duration.ofMillis(5).toNanos();

    private final Timers timers;
    private final Listeners listeners;
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private boolean onItsWay;

    Patrol(Timers timers, Listeners listeners) {
        this.timers = timers;
        this.listeners = listeners;
    }

    /** A place that is held from now on. */
    void watch(Place place) {
        if (!listeners.listens(place.claim().client())) {
            return;
        }
        synchronized (held) {
            held.add(new Held(place, System.nanoTime()));
            if (onItsWay) {
                return;
            }
            onItsWay = true;
        }
        timers.after(ROUND, this::comeBy);
    }

    private void comeBy() {
        while (true) {
            Held next;
            synchronized (held) {
                Held first = held.peek();
                onItsWay = first != null;
                if (first == null) {
                    return;
                }
                long early = ROUND - (System.nanoTime() - first.since);
                if (early > 0) {
                    timers.after(early, this::comeBy);
                    return;
                }
                next = held.remove();
            }
            Timers.guarded(next.place::watchBehind);
        }
    }

    /** A place, and since when. */
    private record Held(Place place, long since) {}
}
