package io.lockkeeper.idempotency.messaging;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** A thread that works until it is closed; what it threw is thrown then. */
final class Looping implements AutoCloseable {

    /** What it does while it is asked to. */
    interface Loop {
        void run(BooleanSupplier isRunning) throws Exception;
    }

    private final AtomicBoolean running = new AtomicBoolean(true);
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private Looping() {}

    static Looping start(String name, Loop loop) {
        Looping looping = new Looping();
        Thread thread = new Thread(
                () -> {
                    try {
                        loop.run(looping.running::get);
                        looping.end.complete(null);
                    } catch (Exception | Error failure) {
                        looping.end.completeExceptionally(failure);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return looping;
    }

    @Override
    public void close() {
        running.set(false);
        end.join();
    }
}
