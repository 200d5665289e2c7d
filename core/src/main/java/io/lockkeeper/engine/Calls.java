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
        // A call that blocks would fail of it; whoever waits looks for it afterwards.
        boolean interrupted = Thread.interrupted();
        try {
            return call.get();
        } catch (Throwable thrown) { // An error, too: a driver may throw it, deep in a stack of the user's.
            return CompletableFuture.failedFuture(thrown);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
