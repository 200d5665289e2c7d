package io.lockkeeper.jdbc;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What a lock table promises, whatever the database. */
final class TableGuarantees {

    private TableGuarantees() {}

    /**
     * What it promises.
     *
     * @param reach who sees the table
     * @param severalWriters what says that several servers of a cluster may write, if they may
     */
    static Guarantees of(Dialect dialect, Guarantees.Reach reach, Optional<String> severalWriters) {
        Map<Purpose, String> refusals = new EnumMap<>(Purpose.class);
        refusals.put(
                Purpose.CORRECTNESS,
                "A lease can end while its holder is paused, and the lock then passes to the next holder; check the"
                        + " lease in the transaction that writes, or let the resource refuse old fencing tokens, and"
                        + " declare the lock for FENCED.");
        severalWriters.ifPresent(evidence -> refusals.put(
                Purpose.FENCED,
                "Several servers of this cluster may write (" + evidence
                        + "), each by its own clock and before it knows of"
                        + " the others' changes: two can hold a lock. Use a database with one primary, or check the lease in"
                        + " the transaction that writes (LeaseCheck)."));
        return new Guarantees(
                "a table in " + dialect.title(),
                reach,
                Guarantees.Expiry.STORE_CLOCK,
                Guarantees.Order.QUEUED,
                Guarantees.Tokens.INCREASING_UNLESS_DATA_AND_CLOCK_ARE_LOST,
                "Locks outlive their clients and a restart of the database, as far as its commits do.",
                refusals);
    }
}
