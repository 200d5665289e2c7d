package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What a data file says of a lock: its last grant, and whether its holder let go.
 *
 * <p>One that says «held» does not prove that anybody holds the lock: a killed process leaves it behind.
 * The byte in the lock file decides, and after it the time until which the lock is to stay taken in any case, and
 * the process group that works under it.
 *
 * @param name the lock's name
 * @param held false if the holder let go
 * @param first the first fencing token of the last grant
 * @param last the last one: the next grant's are greater
 * @param tenure to whom the lock was granted
 */
record LockRecord(String name, boolean held, long first, long last, Tenure tenure) {

    /**
     * To whom and since when a lock was granted.
     *
     * @param claim the claim that was granted
     * @param holder whose it was
     * @param since when, by the wall clock, for display
     * @param until how long the lock stays taken, though its holder's process ends, by the wall clock
     * @param group the process group that works under the lock
     */
    record Tenure(ClaimId claim, Holder holder, Instant since, Instant until, ProcessGroup group) {}

    /** What a look into a data file finds. */
    sealed interface Reading {

        /** No file, or none that this process may read. */
        record Absent() implements Reading {}

        /** A record of this release's format. */
        record Known(LockRecord lock) implements Reading {}

        /** A whole record that says more than this release knows: its lock counts as held. */
        record Unknown(String why) implements Reading {}

        /** Half a record, or something else. */
        record Damaged(String why) implements Reading {}
    }

    /** The grant of a claim, whose tokens are greater than every one before and not behind the clock. */
    static LockRecord granted(Claim claim, long lastToken, Instant now, ProcessGroup group) {
        long first = Math.max(lastToken + 1, micros(now));
        Tenure tenure = new Tenure(claim.id(), claim.holder(), now, Instant.EPOCH, group);
        return new LockRecord(claim.name(), true, first, first + claim.tokens() - 1, tenure);
    }

    /** The same after its holder let go. */
    LockRecord released() {
        return new LockRecord(name, false, first, last, tenure);
    }

    /** The same with a time until which it stays taken. */
    LockRecord until(Instant until) {
        Tenure now = new Tenure(tenure.claim, tenure.holder, tenure.since, until, tenure.group);
        return new LockRecord(name, held, first, last, now);
    }

    /** Whether this is the grant of a claim that was not let go. */
    boolean isOf(ClaimId claim) {
        return held && tenure.claim.equals(claim);
    }

    /** Whether the clock alone would make the next token greater, and has for some time. */
    boolean isOlderThan(Instant moment) {
        return last < micros(moment);
    }

    private static long micros(Instant moment) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
    }
}
