package io.lockkeeper.sessions;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import java.util.Map;

/** What a store with sessions guarantees whose servers agree by majority. */
public final class SessionGuarantees {

    private SessionGuarantees() {}

    /** Returns the guarantees of the store of this name. */
    public static Guarantees of(String store) {
        return new Guarantees(
                store,
                Guarantees.Reach.NETWORK,
                Guarantees.Expiry.SESSION_END,
                Guarantees.Order.QUEUED,
                Guarantees.Tokens.INCREASING,
                "Locks and tokens outlive every restart, and the loss of any minority of the servers; a lock ends with"
                        + " its holder's session.",
                Map.of(
                        Purpose.CORRECTNESS,
                        "A session can end while its holder is paused, and the lock then passes to the next holder; let"
                                + " the resource check the fencing token, and declare the lock for FENCED."));
    }
}
