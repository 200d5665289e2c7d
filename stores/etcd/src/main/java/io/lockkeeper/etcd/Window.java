package io.lockkeeper.etcd;

import java.util.ArrayDeque;

/**
 * How many requests are under way at a time; more wait for their turn, in order. A server refuses what comes while it is
 * five thousand behind, and ten thousand locks can be claimed at once. As many as this it writes to its disk together; more
 * would only make the answers late, those that keep the session among them.
 */
final class Window {

    private static final int MOST = 256;

    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int underWay;

    /** Sends a request now, or when another one has ended. */
    void enter(Runnable request) {
        synchronized (waiting) {
            if (underWay == MOST) {
                waiting.add(request);
                return;
            }
            underWay++;
        }
        request.run();
    }

    /** A request has ended. */
    void leave() {
        Runnable next;
        synchronized (waiting) {
            next = waiting.poll();
            if (next == null) {
                underWay--;
                return;
            }
        }
        next.run();
    }
}
