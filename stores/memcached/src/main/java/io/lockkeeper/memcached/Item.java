package io.lockkeeper.memcached;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What stands under a lock's key, a line for each part: none of them contains a line break.
 *
 * @param name the lock's name, which a key need not tell
 * @param claim whose it is
 * @param holder who that is, for display
 * @param since when it got the lock, by its own clock, for display: memcached tells no time
 * @param until when its lease ends, by {@link System#nanoTime()} of its process; means nothing to others
 */
record Item(String name, ClaimId claim, Holder holder, Instant since, long until) {

    private static final int LINES = 9;

    static Item of(Claim claim, long until) {
        return new Item(claim.name(), claim.id(), claim.holder(), Instant.now(), until);
    }

    Item lasting(long end) {
        return new Item(name, claim, holder, since, end);
    }

    boolean is(String otherName, ClaimId other) {
        return claim.equals(other) && name.equals(otherName);
    }

    String text() {
        return String.join(
                "\n",
                claim.toString(),
                Long.toString(until),
                Long.toString(since.toEpochMilli()),
                holder.host(),
                Long.toString(holder.pid()),
                holder.thread(),
                Long.toString(holder.processGroup()),
                holder.description(),
                name);
    }

    /** Reads what {@link #text} wrote; null if it is anything else. */
    static @Nullable Item parse(String text) {
        String[] line = text.split("\n", -1);
        if (line.length != LINES) {
            return null;
        }
        try {
            ClaimId claim = ClaimId.parse(line[0]);
            Holder holder = new Holder(
                    claim.client(), line[3], Long.parseLong(line[4]), line[5], line[7], Long.parseLong(line[6]));
            return new Item(
                    line[8], claim, holder, Instant.ofEpochMilli(Long.parseLong(line[2])), Long.parseLong(line[1]));
        } catch (IllegalArgumentException foreign) {
            return null; // Written by someone else: whoever asked for it says so.
        }
    }
}
