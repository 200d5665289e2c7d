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
 * The byte in the lock file decides.
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
     * @param group the process group that works under the lock
     */
    record Tenure(ClaimId claim, Holder holder, Instant since, ProcessGroup group) {}

    /** The grant of a claim, whose tokens are greater than every one before and not behind the clock. */
    static LockRecord granted(Claim claim, long lastToken, Instant now) {
        long first = Math.max(lastToken + 1, micros(now));
        Tenure tenure = new Tenure(
                claim.id(), claim.holder(), now, ProcessGroup.of(claim.holder().processGroup()));
        return new LockRecord(claim.name(), true, first, first + claim.tokens() - 1, tenure);
    }

    /** The same after its holder let go. */
    LockRecord released() {
        return new LockRecord(name, false, first, last, tenure);
    }

    /** Whether the holder never let go and its process group works on: the lock is not to be granted. */
    boolean isWorkedUnder() {
        return held && tenure.group.isAlive();
    }

    /** Whether the clock alone would make the next token greater, and has for some time. */
    boolean isOlderThan(Instant moment) {
        return last < micros(moment);
    }

    private static long micros(Instant moment) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
    }
}
