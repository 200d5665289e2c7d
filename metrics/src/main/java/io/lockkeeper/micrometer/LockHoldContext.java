package io.lockkeeper.micrometer;

import java.util.List;

/** What is known of one holding: from its acquisition until it is released or lost. */
public final class LockHoldContext extends LockContext<LockHoldContext.Outcome> {

    LockHoldContext(String store, List<String> locks) {
        super(store, locks, Outcome.UNKNOWN);
    }

    /** How a holding ended. */
    public enum Outcome {
        /** It has not ended. */
        UNKNOWN,
        /** The holder closed it; the lock was held until then. */
        RELEASED,
        /** It was lost: deleted from the store, released by force, or its client was closed. */
        LOST,
        /** Its deadline passed before it was released. */
        EXPIRED
    }
}
