package io.lockkeeper.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Copies of the engine's futures, for users: whoever completes or cancels one changes nothing for the engine, and what
 * depends on one runs on no thread of the engine's or a store's, unless there is no other.
 */
final class Copies {

    private Copies() {}

    /** Runs what users wait for by an executor; what that refuses, for lack of a thread say, runs here, or it never would. */
    static void run(Executor executor, Runnable step) {
        try {
            executor.execute(step);
        } catch (Throwable refused) {
            step.run();
        }
    }

    /** A future that is completed as another is: at once, or by the executor. */
    static <T extends @Nullable Object> CompletableFuture<T> of(CompletableFuture<T> original, Executor executor) {
        if (original.isDone()) {
            return original.copy();
        }
        CompletableFuture<T> copy = new CompletableFuture<>();
        CompletableFuture<T> unused = original.whenComplete((value, failure) -> run(executor, () -> {
            if (failure == null) {
                copy.complete(value);
            } else {
                copy.completeExceptionally(failure);
            }
        }));
        return copy;
    }
}
