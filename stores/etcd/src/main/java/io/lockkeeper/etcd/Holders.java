package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import org.jspecify.annotations.Nullable;

/** What a place's value says of the claim and who made it: a line for each part, none of which contains a line break. */
final class Holders {

    private static final int PARTS = 6;

    private Holders() {}

    static ByteString encode(long sequence, Holder holder) {
        return ByteString.copyFromUtf8(sequence
                + "\n"
                + holder.host()
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
        String[] part = parts(place);
        if (part.length != PARTS) {
            return null;
        }
        try {
            String client = Keys.client(place.getKey());
            return new Holder(client, part[1], Long.parseLong(part[2]), part[3], part[5], Long.parseLong(part[4]));
        } catch (IllegalArgumentException foreign) {
            return null;
        }
    }

    /** Whether a place is that of a claim. */
    static boolean isOf(KeyValue place, ClaimId claim) {
        try {
            return parts(place)[0].equals(Long.toString(claim.sequence()))
                    && Keys.client(place.getKey()).equals(claim.client());
        } catch (IllegalArgumentException foreign) {
            return false;
        }
    }

    private static String[] parts(KeyValue place) {
        return place.getValue().toStringUtf8().split("\n", -1);
    }
}
