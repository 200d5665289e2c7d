package io.lockkeeper.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.ReleaseOutcome;
import org.jspecify.annotations.Nullable;

/** What {@link StoreRequests} brings back to the lock that sent them. All are called under its guard. */
interface Replies {

    /** A claim was answered, or failed with an error. */
    void claimAnswered(Claim sent, long sentAt, @Nullable ClaimOutcome outcome, @Nullable Throwable error);

    /**
     * A tenure went back, or all was done that can be.
     *
     * @param outcome what came of it; null if the store could not be asked in time
     */
    void released(Departing departing, @Nullable ReleaseOutcome outcome);

    /** A tenure went back and the next claim was answered, in one request sent at {@code sentAt}. */
    void exchanged(Departing departing, Claim next, long sentAt, Exchanged both);

    /** The store did not answer what gives something back, which is sent again later. */
    void notAnswered(@Nullable Departing departing, StoreUnavailableException failure);

    /** An exchange failed: whether the claim arrived is unknown. The release is sent again. */
    void exchangeFailed(Claim next);

    /** A claim was withdrawn, or all was done that can be. */
    void withdrawn();

    /**
     * A tenure on its way back.
     *
     * @param tenure what goes back
     * @param closed the holding that ended with it, to be told of the outcome; null if nobody held it
     */
    record Departing(Tenure tenure, @Nullable Hold closed) {}
}
