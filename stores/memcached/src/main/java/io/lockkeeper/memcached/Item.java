package io.lockkeeper.memcached;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Demand;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The value of a lock that is held, in lines: the format's version, the lock's name, then one for each holding, its fields
 * separated by tabs. None of the texts in it contains a control character. For now a lock has one holding, of 1 permit of 1.
 *
 * @param name the lock's name, which a key need not tell
 * @param claim whose it is
 * @param holder who that is, for display
 * @param since when it acquired the lock, by its own clock, for display: memcached tells no time
 * @param life how long the lease lasts
 */
record Item(String name, ClaimId claim, Holder holder, Instant since, Lifetime life) implements Value {

    private static final String VERSION = "1";
    private static final int LINES = 3;
    private static final int FIELDS = 11;

    static Item of(Claim claim, Lifetime life) {
        return new Item(claim.name(), claim.id(), claim.holder(), Instant.now(), life);
    }

    Item lasting(long nanos, long now) {
        return new Item(name, claim, holder, since, Lifetime.of(nanos, now));
    }

    boolean is(String otherName, ClaimId other) {
        return claim.equals(other) && name.equals(otherName);
    }

    String text() {
        String holding = String.join(
                "\t",
                Demand.MUTEX.toString(),
                claim.toString(),
                Long.toString(life.nanos()),
                Long.toString(life.from()),
                Long.toString(life.clock()),
                Long.toString(since.toEpochMilli()),
                holder.host(),
                Long.toString(holder.pid()),
                holder.thread(),
                Long.toString(holder.processGroup()),
                holder.description());
        return MARK + VERSION + "\n" + name + "\n" + holding;
    }

    /** What stands beside it while its holder is asked to release the lock. A later grant has another text, even of the same claim. */
    String recall() {
        return MARK + VERSION + "\n" + name + "\n" + claim + "\t" + since.toEpochMilli();
    }

    /** Reads what {@link #text} wrote; null if it is anything else. */
    static @Nullable Item parse(String text) {
        String[] line = text.split("\n", -1);
        String[] field = line[line.length - 1].split("\t", -1);
        if (line.length != LINES
                || !line[0].equals(MARK + VERSION)
                || field.length != FIELDS
                || !field[0].equals(Demand.MUTEX.toString())) {
            return null;
        }
        try {
            ClaimId claim = ClaimId.parse(field[1]);
            Lifetime life = new Lifetime(number(field[2]), number(field[3]), number(field[4]));
            Holder holder =
                    new Holder(claim.client(), field[6], number(field[7]), field[8], field[10], number(field[9]));
            return new Item(line[1], claim, holder, Instant.ofEpochMilli(number(field[5])), life);
        } catch (IllegalArgumentException damaged) {
            return null; // Whoever asked for it takes the lock for held.
        }
    }

    private static long number(String text) {
        return Long.parseLong(text);
    }
}
