package io.lockkeeper.zookeeper;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Demand;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Who claims what, as the data of a node: the version of their format and how many permits of how many, then a line for each part, none of which
 * contains a line break.
 */
final class Holders {

    private static final String FORMAT = "1 " + Demand.MUTEX;

    private Holders() {}

    static byte[] encode(Claim claim) {
        Holder holder = claim.holder();
        String text = String.join(
                "\n",
                "1 " + claim.demand(),
                holder.client(),
                holder.host(),
                Long.toString(holder.pid()),
                Long.toString(holder.processGroup()),
                holder.thread(),
                holder.description());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #encode} wrote; of anything else, only which node it is can be told. */
    static Holder decode(String node, byte @Nullable [] data) {
        String[] part = data == null ? new String[0] : new String(data, StandardCharsets.UTF_8).split("\n", -1);
        if (part.length != 7 || !part[0].equals(FORMAT)) {
            return unknown(node);
        }
        try {
            return new Holder(part[1], part[2], Long.parseLong(part[3]), part[5], part[6], Long.parseLong(part[4]));
        } catch (NumberFormatException malformed) {
            return unknown(node);
        }
    }

    private static Holder unknown(String node) {
        return new Holder("", "unknown", 0, "", "node " + node + " in a format that is not known here", 0);
    }
}
