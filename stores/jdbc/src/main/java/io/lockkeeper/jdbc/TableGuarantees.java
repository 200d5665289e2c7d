package io.lockkeeper.jdbc;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import java.util.Map;

/** What a lock table promises, whatever the database. */
final class TableGuarantees {

    private TableGuarantees() {}

    static Guarantees of(Dialect dialect) {
        return new Guarantees(
                "a table in " + dialect.title(),
                Guarantees.Reach.NETWORK,
                Guarantees.Expiry.STORE_CLOCK,
                Guarantees.Order.QUEUED,
                Guarantees.Tokens.INCREASING_UNLESS_DATA_AND_CLOCK_ARE_LOST,
                "Locks outlive their clients and a restart of the database, as far as its commits do.",
                Map.of(
                        Purpose.CORRECTNESS,
                        "A lease can end while its holder is paused, and the next holder begins; check the lease in the"
                                + " transaction that writes, or let the resource refuse old fencing tokens, and declare"
                                + " the lock for FENCED."));
    }
}
