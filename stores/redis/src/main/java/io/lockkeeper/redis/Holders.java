package io.lockkeeper.redis;

import io.lockkeeper.Holder;
import org.jspecify.annotations.Nullable;

/** Holders as one text, a line for each part: none of them contains a line break. */
final class Holders {

    private Holders() {}

    static String encode(Holder holder) {
        return String.join(
                "\n",
                holder.client(),
                holder.host(),
                Long.toString(holder.pid()),
                holder.thread(),
                Long.toString(holder.processGroup()),
                holder.description());
    }

    /** Reads what {@link #encode} wrote; null if it is anything else. */
    static @Nullable Holder decode(String text) {
        String[] part = text.split("\n", -1);
        if (part.length != 6) {
            return null;
        }
        try {
            return new Holder(part[0], part[1], Long.parseLong(part[2]), part[3], part[5], Long.parseLong(part[4]));
        } catch (NumberFormatException foreign) {
            return null; // Written by someone else; a holder is for display only, and this one can't be shown.
        }
    }
}
