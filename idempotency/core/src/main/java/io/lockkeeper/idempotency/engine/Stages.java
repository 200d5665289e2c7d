package io.lockkeeper.idempotency.engine;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What follows stages whose dependents nobody waits for. */
final class Stages {

    private Stages() {}

    /** Calls a handler when a stage ends; the handler throws nothing. */
    static <A> void after(CompletionStage<A> stage, BiConsumer<? super A, ? super @Nullable Throwable> handler) {
        stage.whenComplete(handler);
    }
}
