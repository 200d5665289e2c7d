package io.lockkeeper.engine;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What a failed stage failed with, as something to be thrown. */
final class Failures {

    private Failures() {}

    static RuntimeException of(@Nullable Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof RuntimeException unchecked) {
            return unchecked;
        }
        return new IllegalStateException(
                cause == null ? "The store returned null; this is a bug in the store." : cause.toString(), cause);
    }

    /** A failure as one of several callers gets it: an exception of its own, with its own stack. */
    static RuntimeException forCaller(RuntimeException failure) {
        if (failure instanceof StoreUnavailableException unavailable) {
            return new StoreUnavailableException(
                    String.valueOf(unavailable.getMessage()), unavailable.outcomeUnknown(), unavailable);
        }
        if (failure instanceof LeaseLostException lost) {
            return new LeaseLostException(lost.loss());
        }
        return failure;
    }
}
