package io.lockkeeper.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls to a store, which may throw where they should return a failed stage. */
final class Calls {

    private Calls() {}

    /** Calls, and takes the answer: at once where there is one already, without the stages that would carry it. */
    static <T> void to(
            Supplier<CompletionStage<T>> call, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> answer) {
        CompletionStage<T> stage = to(call);
        if (stage instanceof CompletableFuture<T> future && future.isDone() && !future.isCompletedExceptionally()) {
            answer.accept(future.join(), null);
        } else {
            CompletionStage<T> unused = stage.whenComplete(answer);
        }
    }

    static <T> CompletionStage<T> to(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }
}
