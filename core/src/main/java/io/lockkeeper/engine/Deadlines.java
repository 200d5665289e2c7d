package io.lockkeeper.engine;

import io.lockkeeper.store.Grant;

/**
 * The arithmetic of local deadlines: until when a grant may be relied upon, in the ticker's nanoseconds.
 *
 * <p>A deadline is counted from a moment that is certainly not later than the store's own: the sending of
 * the request that was answered. It is shortened by 0.1 % for clocks that run at different rates, and by a
 * millisecond for what stores round.
 */
final class Deadlines {

    /** No deadline. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long ROUNDING = 1_000_000;
    private static final long DRIFT = 1_000;

    private Deadlines() {}

    /** The deadline of what a reply granted: counted from the sending of its request. */
    static long replied(long sent, long remaining) {
        return remaining == Grant.UNBOUNDED ? NEVER : sent + remaining - remaining / DRIFT - ROUNDING;
    }

    /**
     * The deadline of what was pushed, without a request to count from.
     *
     * <p>The reply that queued the claim told the store's time, and so does the grant. The store's time of
     * the reply is not earlier than the sending of its request, so the grant was made, at the earliest, as
     * long after that sending as the store counted between the two; and certainly before it was received.
     *
     * @param received when the push arrived
     * @param queuedSent when the request was sent whose reply queued the claim
     * @param queuedAt the store's time in that reply
     * @param grant the pushed grant
     */
    static long pushed(long received, long queuedSent, long queuedAt, Grant grant) {
        // Negative if the claim was sent again meanwhile: the grant is older than that reply, not as young.
        long queued = grant.storeNanos() - queuedAt;
        long granted = Math.min(received, queuedSent + queued) - Math.abs(queued) / DRIFT;
        return replied(granted, grant.remainingNanos());
    }
}
