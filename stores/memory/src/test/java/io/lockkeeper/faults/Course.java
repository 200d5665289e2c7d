package io.lockkeeper.faults;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What becomes of a request between the client and its store. */
public interface Course {

    /**
     * Sends a request on its way.
     *
     * @param <T> what is answered
     * @param request carried out by the store when called
     * @return what the client sees
     */
    <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request);
}
