package io.lockkeeper.jdbc;

import io.lockkeeper.store.ClaimId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The claims that were withdrawn while they might still have been on their way, as the text of a column: a line each, with the end of the mark. */
final class Withdrawn {

    private Withdrawn() {}

    /** What stands for the recall of a claim: older releases keep it, and take it for the mark of a client that they do not know. */
    static ClaimId recallOf(ClaimId claim) {
        return new ClaimId("recall-" + claim.client(), claim.sequence());
    }

    /** Reads those whose mark has not ended. What can't be read is left out: its end is not known. */
    static Map<ClaimId, Long> read(String name, @Nullable String text, long now) {
        Map<ClaimId, Long> marks = new LinkedHashMap<>();
        if (text != null) {
            for (String line : text.split("\n", -1)) {
                try {
                    int tab = line.indexOf('\t');
                    long ends = Long.parseLong(line.substring(tab + 1));
                    if (ends > now) {
                        marks.put(ClaimId.parse(line.substring(0, tab)), ends);
                    }
                } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
                    Log.malformed("A mark of a withdrawn claim on the lock", name, malformed);
                }
            }
        }
        return marks;
    }

    /** Null if there are none, so that the database can tell at a glance. */
    static @Nullable String write(Map<ClaimId, Long> marks) {
        if (marks.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        marks.forEach((claim, ends) -> text.append(text.isEmpty() ? "" : "\n")
                .append(claim)
                .append('\t')
                .append(ends));
        return text.toString();
    }
}
