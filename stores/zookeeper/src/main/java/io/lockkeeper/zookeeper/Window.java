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

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int underWay;
    private boolean sending;

    /** Calls now, or when another call is done. */
    <T> CompletionStage<T> enter(Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> later = new CompletableFuture<>();
        synchronized (waiting) {
            if (underWay == MOST || !waiting.isEmpty()) {
                waiting.add(() -> {
                    try {
                        var unused = begin(call).whenComplete((result, failure) -> complete(later, result, failure));
                    } catch (Throwable thrown) {
                        later.completeExceptionally(thrown);
                        throw thrown;
                    }
                });
                return later;
            }
            underWay++;
        }
        return begin(call);
    }

    private static <T> void complete(CompletableFuture<T> later, T result, @Nullable Throwable failure) {
        if (failure == null) {
            later.complete(result);
        } else {
            later.completeExceptionally(failure);
        }
    }

    private <T> CompletionStage<T> begin(Supplier<CompletionStage<T>> call) {
        try {
            return call.get().whenComplete((result, failure) -> leave());
        } catch (Throwable thrown) {
            leave();
            return CompletableFuture.failedFuture(thrown);
        }
    }

    /** A call is done. One that is done while it is made does not make the next from within: there may be thousands. */
    private void leave() {
        synchronized (waiting) {
            underWay--;
            if (sending) {
                return;
            }
            sending = true;
        }
        while (true) {
            Runnable next;
            synchronized (waiting) {
                next = underWay < MOST ? waiting.poll() : null;
                if (next == null) {
                    sending = false;
                    return;
                }
                underWay++;
            }
            try {
                next.run();
            } catch (Throwable thrown) { // An error that came before the call: it is not under way.
                synchronized (waiting) {
                    underWay--;
                }
            }
        }
    }
}
