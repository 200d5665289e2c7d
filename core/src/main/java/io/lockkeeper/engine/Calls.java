package io.lockkeeper.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls to a store, which may throw where they should return a failed stage. */
final class Calls {

    private Calls() {}

    static <T> CompletionStage<T> to(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }
}
