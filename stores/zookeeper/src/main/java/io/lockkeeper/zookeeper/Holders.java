package io.lockkeeper.zookeeper;

import io.lockkeeper.Holder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Who claims, as the data of a node: a line for each part, none of which contains a line break. */
final class Holders {

    private Holders() {}

    static byte[] encode(Holder holder) {
        String text = String.join(
                "\n",
                holder.client(),
                holder.host(),
                Long.toString(holder.pid()),
                Long.toString(holder.processGroup()),
                holder.thread(),
                holder.description());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #encode} wrote; null if it is anything else. */
    static @Nullable Holder decode(byte @Nullable [] data) {
        String[] part = data == null ? new String[0] : new String(data, StandardCharsets.UTF_8).split("\n", -1);
        if (part.length != 6) {
            return null;
        }
        try {
            return new Holder(part[0], part[1], Long.parseLong(part[2]), part[4], part[5], Long.parseLong(part[3]));
        } catch (NumberFormatException foreign) {
            return null; // It is for display only, and this one can't be shown.
        }
    }
}
