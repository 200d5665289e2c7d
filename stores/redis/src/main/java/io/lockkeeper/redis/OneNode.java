package io.lockkeeper.redis;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import java.util.Map;

/** What one Redis node can promise. */
final class OneNode {

    static final Guarantees GUARANTEES = new Guarantees(
            "one Redis node",
            Guarantees.Reach.NETWORK,
            Guarantees.Expiry.STORE_CLOCK,
            Guarantees.Order.QUEUED,
            Guarantees.Tokens.INCREASING_UNLESS_DATA_AND_CLOCK_ARE_LOST,
            "Locks outlive every client, but a restart without persistence loses all of them, and a failover may lose"
                    + " the last ones.",
            Map.of(
                    Purpose.CORRECTNESS,
                    "A lease can end while its holder is paused, and a restart or a failover can lose the lock; let the"
                            + " resource check the fencing token and declare the lock for FENCED, or use a store that"
                            + " keeps its data through both."));

    private OneNode() {}
}
