package io.lockkeeper.etcd;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import java.util.Map;

/** What etcd can promise. */
final class Consensus {

    static final Guarantees GUARANTEES = new Guarantees(
            "etcd",
            Guarantees.Reach.NETWORK,
            Guarantees.Expiry.SESSION_END,
            Guarantees.Order.QUEUED,
            Guarantees.Tokens.INCREASING,
            "Locks outlive restarts of the servers and the loss of less than half of them, but not the session of their"
                    + " holder.",
            Map.of(
                    Purpose.CORRECTNESS,
                    "A session can end while its holder is paused, and the next one holds the lock; let the resource"
                            + " check the fencing token and declare the lock for FENCED."));

    private Consensus() {}
}
