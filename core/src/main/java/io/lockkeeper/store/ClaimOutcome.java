package io.lockkeeper.store;

import io.lockkeeper.Holder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of a claim. */
public sealed interface ClaimOutcome {

    /**
     * The client holds the lock.
     *
     * @param grant with which tokens and for how long
     */
    record Granted(Grant grant) implements ClaimOutcome {}

    /**
     * Another holds the lock; the store remembers the claim and pushes its grant.
     *
     * @param holder who holds it, if known
     * @param ahead how many claims are before this one
     * @param storeNanos the store's clock when it answered, comparable with {@link Grant#storeNanos()}
     * @param recheckAfter when to send the claim again in case no push arrives
     */
    record Queued(@Nullable Holder holder, int ahead, long storeNanos, Duration recheckAfter) implements ClaimOutcome {}

    /**
     * Another holds the lock; the store forgets the claim.
     *
     * @param holder who holds it, if known
     * @param retryAfter when asking again makes sense
     */
    record Busy(@Nullable Holder holder, Duration retryAfter) implements ClaimOutcome {}

    /** The claim was withdrawn before it arrived. */
    record Withdrawn() implements ClaimOutcome {}
}
