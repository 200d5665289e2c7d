package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.Holder;
import org.jspecify.annotations.Nullable;

/** What a place's value says of who made the claim: a line for each part, none of which contains a line break. */
final class Holders {

    private static final int PARTS = 5;

    private Holders() {}

    static ByteString encode(Holder holder) {
        return ByteString.copyFromUtf8(holder.host()
                + '\n'
                + holder.pid()
                + '\n'
                + holder.thread()
                + '\n'
                + holder.processGroup()
                + '\n'
                + holder.description());
    }

    /** Who made the claim of a place; null if somebody else wrote it, since it is for display only. */
    static @Nullable Holder of(KeyValue place) {
        String[] part = place.getValue().toStringUtf8().split("\n", -1);
        if (part.length != PARTS) {
            return null;
        }
        try {
            String client = Keys.claim(place.getKey()).client();
            return new Holder(client, part[0], Long.parseLong(part[1]), part[2], part[4], Long.parseLong(part[3]));
        } catch (IllegalArgumentException foreign) {
            return null;
        }
    }
}
