package io.lockkeeper.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Things that block are done in a thread each: Java's common pool has a single one on two cores. */
final class Aside {

    private static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "aside");
        thread.setDaemon(true);
        thread.start();
    };

    private Aside() {}

    static CompletableFuture<Void> run(Runnable task) {
        return CompletableFuture.runAsync(task, THREADS);
    }

    static <T> CompletableFuture<T> ask(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, THREADS);
    }
}
