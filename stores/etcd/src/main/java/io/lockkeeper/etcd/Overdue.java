package io.lockkeeper.etcd;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Gives up requests that are not answered in time, a twentieth of it late at most.
 *
 * <p>gRPC would set a timer for each request, and so wake a thread for each that is sent while no other is under way.
 */
final class Overdue {

    private final Timers timers;
    private final long round;
    private final Map<Request<?, ?>, Long> underWay = new ConcurrentHashMap<>();
    private final AtomicBoolean onItsWay = new AtomicBoolean();

    /**
     * Looks after requests.
     *
     * @param timers when to come by
     * @param shortest the least time that a request is given
     */
    Overdue(Timers timers, Duration shortest) {
        this.timers = timers;
        this.round = shortest.toNanos() / 20;
    }

    /** A request that was sent. */
    void watch(Request<?, ?> request, Duration patience) {
        underWay.put(request, System.nanoTime() + patience.toNanos());
        if (onItsWay.compareAndSet(false, true)) {
            timers.after(round, this::comeBy);
        }
    }

    /** It has ended. */
    void forget(Request<?, ?> request) {
        underWay.remove(request);
    }

    private void comeBy() {
        long now = System.nanoTime();
        underWay.forEach((request, deadline) -> {
            if (now - deadline >= 0) {
                underWay.remove(request);
                Timers.guarded(request::giveUp);
            }
        });
        onItsWay.set(false);
        if (!underWay.isEmpty() && onItsWay.compareAndSet(false, true)) {
            timers.after(round, this::comeBy);
        }
    }
}
