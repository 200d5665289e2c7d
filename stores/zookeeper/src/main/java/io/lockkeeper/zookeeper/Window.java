package io.lockkeeper.zookeeper;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many calls are under way at a time; more wait for their turn, in order. A session's requests are answered in order, so the
 * requests that keep it alive would be answered too late behind those of ten thousand claims.
 */
final class Window {

    static final int MOST = 256;

    private final Queue<Turn<?>> waiting = new ArrayDeque<>();
    private int underWay;
    private boolean sending;

    /** Calls now, or when another call is done. */
    <T> CompletionStage<T> enter(Supplier<CompletionStage<T>> call) {
        Turn<T> turn = new Turn<>(call);
        synchronized (waiting) {
            if (underWay == MOST || !waiting.isEmpty()) {
                waiting.add(turn);
                return turn.result;
            }
            underWay++;
        }
        try {
            turn.begin();
        } catch (Throwable thrown) {
            leave(turn);
            turn.result.completeExceptionally(thrown);
        }
        return turn.result;
    }

    /** A call is done. One that is done while it is made does not make the next from within: there may be thousands. */
    private void leave(Turn<?> turn) {
        synchronized (waiting) {
            if (turn.left) {
                return;
            }
            turn.left = true;
            underWay--;
            if (sending) {
                return;
            }
            sending = true;
        }
        while (true) {
            Turn<?> next;
            synchronized (waiting) {
                next = underWay < MOST ? waiting.poll() : null;
                if (next == null) {
                    sending = false;
                    return;
                }
                underWay++;
            }
            try {
                next.begin();
            } catch (Throwable thrown) { // An error may come before the call, behind it, or even when it is done.
                synchronized (waiting) {
                    underWay -= next.left ? 0 : 1;
                    next.left = true;
                }
                Log.warn("A call failed that waited for its turn.", thrown);
            }
        }
    }

    /** A call, and what comes of it. */
    private final class Turn<T> {
        private final Supplier<CompletionStage<T>> call;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private boolean left;

        Turn(Supplier<CompletionStage<T>> call) {
            this.call = call;
        }

        void begin() {
            try {
                var unused = call.get().whenComplete(this::end);
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
                throw thrown;
            }
        }

        private void end(T value, @Nullable Throwable failure) {
            try {
                leave(this);
            } finally {
                if (failure == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(failure);
                }
            }
        }
    }
}
