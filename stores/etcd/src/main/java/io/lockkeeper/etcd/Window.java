package io.lockkeeper.etcd;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * How many requests are under way at a time; more wait for their turn, in order, unless nothing is answered for a
 * time. A server refuses what comes while it is five thousand behind, and ten thousand locks can be claimed at once. As many
 * as this it writes to its disk together; more would only make the answers late, those that keep the session among them.
 */
final class Window {

    private static final int MOST = 256;

    private final Timers timers;
    private final long patience;
    private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
    private int underWay;
    private long answered = System.nanoTime();
    private boolean sending;
    private boolean expiring;

    Window(Timers timers, Duration patience) {
        this.timers = timers;
        this.patience = patience.toNanos();
    }

    /**
     * Sends a request now, or when another one has ended.
     *
     * @param request sends it, and leaves when it has ended
     * @param giveUp what to do if its turn does not come
     */
    void enter(Consumer<Turn> request, Runnable giveUp) {
        Turn turn = new Turn(request, giveUp);
        synchronized (waiting) {
            if (underWay == MOST || !waiting.isEmpty()) {
                waiting.add(turn);
                if (!expiring) {
                    expiring = true;
                    timers.after(patience, this::expire);
                }
                return;
            }
            underWay++;
        }
        turn.send();
    }

    private void sendNext() {
        while (true) {
            Turn next;
            synchronized (waiting) {
                next = underWay < MOST ? waiting.poll() : null;
                if (next == null) {
                    sending = false;
                    return;
                }
                underWay++;
            }
            next.send();
        }
    }

    private void expire() {
        List<Turn> late = new ArrayList<>();
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

    /** A request's turn. */
    final class Turn {
        private final Consumer<Turn> request;
        private final Runnable giveUp;
        private final long since = System.nanoTime();
        private boolean left;

        private Turn(Consumer<Turn> request, Runnable giveUp) {
            this.request = request;
            this.giveUp = giveUp;
        }

        private void send() {
            try {
                request.accept(this);
            } catch (Throwable failure) { // Nobody else may say that it has ended.
                leave(false);
                Log.error("A request to etcd could not be sent.", failure);
            }
        }

        /**
         * The request has ended; said again, without effect. One that ends while it is sent does not send the next from
         * within: there may be thousands.
         *
         * @param isAnswered whether it was answered
         */
        void leave(boolean isAnswered) {
            synchronized (waiting) {
                if (left) {
                    return;
                }
                left = true;
                underWay--;
                answered = isAnswered ? System.nanoTime() : answered;
                if (sending) {
                    return;
                }
                sending = true;
            }
            sendNext();
        }
    }
}
