package io.lockkeeper.faults;

import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The courses that are over at once. */
public enum Fate implements Course {

    /** Carried out and answered. */
    FINE {
        @Override
        public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
            return request.get();
        }
    },

    /** Fails before it is sent: certainly not carried out. */
    NEVER_SENT {
        @Override
        public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
            return unavailable(false);
        }
    },

    /** Carried out, but no reply comes back. */
    REPLY_LOST {
        @Override
        public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
            CompletionStage<T> unheard = request.get();
            return unheard.thenCompose(answer -> unavailable(true));
        }
    },

    /** Lost on the way, which looks as though the reply were lost. */
    REQUEST_LOST {
        @Override
        public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
            return unavailable(true);
        }
    },

    /** Refused for good: trying again makes no sense. */
    REFUSED {
        @Override
        public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
            return CompletableFuture.failedFuture(new IllegalStateException("This store has the wrong version."));
        }
    },

    /** The store throws where it should return a failed stage. */
    THROWS {
        @Override
        public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
            throw new IllegalStateException("This store throws.");
        }
    };

    private static <T> CompletionStage<T> unavailable(boolean outcomeUnknown) {
        return CompletableFuture.failedFuture(
                new StoreUnavailableException("The store is out of reach.", outcomeUnknown, null));
    }
}
