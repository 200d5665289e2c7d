package io.lockkeeper.store;

import java.time.Duration;

/**
 * The capability of a store to execute a request in the calling thread, for callers that wait for the answer anyway. This
 * avoids switching to another thread and back.
 */
public interface BlockingCalls {

    /**
     * Returns this store for such callers: {@link Store#claim}, {@link Store#release} and {@link Exchange#exchange} may block
     * until they are answered. All other methods are unchanged; closing it closes this store.
     *
     * <p>Its methods are called without a pending interrupt. An interrupt during a call may make it fail with {@link
     * io.lockkeeper.StoreUnavailableException}, and otherwise stays pending for the caller.
     *
     * @return always the same object
     */
    Store blocking();

    /**
     * Returns how long a blocking call takes if the store does not answer. A caller with less time does not use it.
     *
     * @return approximately the longest time
     */
    Duration longestCall();
}
