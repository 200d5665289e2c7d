package io.lockkeeper.zookeeper;

import io.lockkeeper.store.ClaimId;
import org.jspecify.annotations.Nullable;

/**
 * The name of a claim's node: {@code client:sequence#number}, of which ZooKeeper chose the number.
 *
 * @param text the whole name
 * @param claim whose it is
 * @param number its place in the line: counts on from 2,147,483,647 to -2,147,483,648
 */
record NodeName(String text, ClaimId claim, int number) {

    private static final char MARK = '#';

    /** What the name of a claim's node begins with, whatever its number. */
    static String prefix(ClaimId claim) {
        return claim.toString() + MARK;
    }

    /** The last step of a path, if it is a claim's node; null if someone else put it there. */
    static @Nullable NodeName parse(String text) {
        int mark = text.lastIndexOf(MARK);
        if (mark < 1) {
            return null;
        }
        try {
            return new NodeName(
                    text, ClaimId.parse(text.substring(0, mark)), Integer.parseInt(text.substring(mark + 1)));
        } catch (IllegalArgumentException foreign) {
            return null; // Whatever it is, it was not made by us and does not stand in line.
        }
    }

    /** Whether this one came earlier; those that stand in a line together are far fewer than the numbers there are. */
    boolean isBefore(NodeName other) {
        return number - other.number < 0;
    }
}
