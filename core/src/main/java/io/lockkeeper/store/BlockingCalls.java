package io.lockkeeper.store;

import java.time.Duration;

/**
 * The capability of a store to do its work in the thread that calls, for callers that wait for the answer anyway: that
 * spares them the way to another thread and back.
 */
public interface BlockingCalls {

    /**
     * This store as such callers ask it: {@link Store#claim}, {@link Store#release} and {@link Exchange#exchange} may block
     * until they are answered. All else is as ever; closing it closes this store.
     *
     * <p>Called without an interrupt pending. One that comes while a call blocks may fail it as {@link
     * io.lockkeeper.StoreUnavailableException}, and is otherwise kept for the caller.
     *
     * @return always the same
     */
    Store blocking();

    /**
     * How long a blocking call takes while the store does not answer: who must know sooner is not made to block.
     *
     * @return about the longest
     */
    Duration longestCall();
}
