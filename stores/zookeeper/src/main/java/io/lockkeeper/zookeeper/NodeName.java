package io.lockkeeper.zookeeper;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Demand;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a node in a lock's line: {@code client:sequence.permits-of-capacity#number}, of which ZooKeeper chose the number.
 *
 * @param text the whole name
 * @param claim whose it is; null if the name is in a form that is not known here: such a node stands in line all the same, for
 *     it may be the claim of a later release
 * @param number its place in the line: counts on from 2,147,483,647 to -2,147,483,648
 */
record NodeName(String text, @Nullable ClaimId claim, int number) {

    /** What ZooKeeper puts at the end of a name that it numbers: ten characters at least, with zeros in front. */
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(-[1-9]\\d{9}|-\\d{9}|\\d{10})", Pattern.DOTALL);

    private static final Pattern CLAIM = Pattern.compile("([^.]+)\\.1-of-1#");

    /** What the name of a claim's node begins with, whatever its number. */
    static String prefix(ClaimId claim, Demand demand) {
        return claim.toString() + '.' + demand.permits() + "-of-" + demand.capacity() + '#';
    }

    /** The last step of a path, if it may stand in a line; null if ZooKeeper did not number it. */
    static @Nullable NodeName parse(String text) {
        Matcher numbered = NUMBERED.matcher(text);
        if (!numbered.matches()) {
            return null;
        }
        try {
            return new NodeName(text, claim(numbered.group(1)), Integer.parseInt(numbered.group(2)));
        } catch (NumberFormatException tooLarge) {
            return null; // Ten digits that are no number of ZooKeeper's.
        }
    }

    private static @Nullable ClaimId claim(String prefix) {
        Matcher form = CLAIM.matcher(prefix);
        try {
            return form.matches() ? ClaimId.parse(form.group(1)) : null;
        } catch (IllegalArgumentException unknown) {
            return null;
        }
    }

    /** Whether this one came earlier; those that stand in a line together are far fewer than the numbers there are. */
    boolean isBefore(NodeName other) {
        return number - other.number < 0;
    }
}
