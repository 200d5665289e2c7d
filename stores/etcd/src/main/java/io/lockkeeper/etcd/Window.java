package io.lockkeeper.etcd;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * How many requests are under way at a time; more wait for their turn, in order, unless nothing is answered for a
 * time. A server refuses what comes while it is five thousand behind, and ten thousand locks can be claimed at once. As many
 * as this it writes to its disk together; more would only make the answers late, those that keep the session among them.
 */
final class Window {

    private static final int MOST = 256;

    private final Timers timers;
    private final long patience;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private int underWay;
    private long answered = System.nanoTime();
    private boolean sending;
    private boolean expiring;

    Window(Timers timers, Duration patience) {
        this.timers = timers;
        this.patience = patience.toNanos();
    }

    /** A request, what to do if its turn does not come, and since when it waits. */
    private record Waiting(Runnable request, Runnable giveUp, long since) {}

    /** Sends a request now, or when another one has ended. */
    void enter(Runnable request, Runnable giveUp) {
        synchronized (waiting) {
            if (underWay == MOST || !waiting.isEmpty()) {
                waiting.add(new Waiting(request, giveUp, System.nanoTime()));
                if (!expiring) {
                    expiring = true;
                    timers.after(patience, this::expire);
                }
                return;
            }
            underWay++;
        }
        send(request);
    }

    /**
     * A request has ended. One that ends while it is sent does not send the next from within: there may be thousands.
     *
     * @param isAnswered whether it was answered
     */
    void leave(boolean isAnswered) {
        synchronized (waiting) {
            underWay--;
            answered = isAnswered ? System.nanoTime() : answered;
            if (sending) {
                return;
            }
            sending = true;
        }
        while (true) {
            Waiting next;
            synchronized (waiting) {
                next = underWay < MOST ? waiting.poll() : null;
                if (next == null) {
                    sending = false;
                    return;
                }
                underWay++;
            }
            send(next.request);
        }
    }

    private void send(Runnable request) {
        try {
            request.run();
        } catch (Throwable failure) { // Nobody else will say that it has ended.
            leave(false);
            Log.get().log(System.Logger.Level.ERROR, "A request to etcd could not be sent.", failure);
        }
    }

    private void expire() {
        List<Waiting> late = new ArrayList<>();
        synchronized (waiting) {
            long now = System.nanoTime();
            while (!waiting.isEmpty() && left(now) <= 0) {
                late.add(waiting.remove());
            }
            expiring = !waiting.isEmpty();
            if (expiring) {
                timers.after(left(now), this::expire);
            }
        }
        late.forEach(each -> each.giveUp.run());
    }

    /** For how long the first one waits still, if nothing is answered meanwhile. */
    private long left(long now) {
        return patience - Math.min(now - waiting.element().since, now - answered);
    }
}
