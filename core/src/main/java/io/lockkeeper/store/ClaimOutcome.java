package io.lockkeeper.store;

import io.lockkeeper.Holder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of a claim. */
public sealed interface ClaimOutcome {

    /**
     * The client holds the lock.
     *
     * @param grant the grant, with tokens and lease
     */
    record Granted(Grant grant) implements ClaimOutcome {}

    /**
     * Another client holds the lock; the store has queued the claim and will push its grant.
     *
     * @param holder the holder, if known
     * @param ahead how many claims are ahead of this one
     * @param storeNanos the store's clock when it answered, comparable with {@link Grant#storeNanos()}
     * @param recheckAfter when to send the claim again in case no push arrives
     */
    record Queued(@Nullable Holder holder, int ahead, long storeNanos, Duration recheckAfter) implements ClaimOutcome {}

    /**
     * Another client holds the lock; the store has not kept the claim.
     *
     * @param holder the holder, if known
     * @param retryAfter when to try again
     */
    record Busy(@Nullable Holder holder, Duration retryAfter) implements ClaimOutcome {}

    /** The claim was withdrawn before it arrived. */
    record Withdrawn() implements ClaimOutcome {}
}
