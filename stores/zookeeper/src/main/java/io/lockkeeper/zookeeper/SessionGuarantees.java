package io.lockkeeper.zookeeper;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import java.util.Map;

/** What a ZooKeeper ensemble can promise. */
final class SessionGuarantees {

    static final Guarantees GUARANTEES = new Guarantees(
            "ZooKeeper",
            Guarantees.Reach.NETWORK,
            Guarantees.Expiry.SESSION_END,
            Guarantees.Order.QUEUED,
            Guarantees.Tokens.INCREASING,
            "Locks and tokens outlive every restart, and the loss of any minority of the servers; a lock ends with"
                    + " its holder's session.",
            Map.of(
                    Purpose.CORRECTNESS,
                    "A session can end while its holder is paused; let the resource check the fencing token and declare"
                            + " the lock for FENCED."));

    private SessionGuarantees() {}
}
