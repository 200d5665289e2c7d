package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.Holder;
import io.lockkeeper.PlainText;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.util.Optional;

/**
 * What a place's value says of the claim and who made it: a line for each part, none of which contains a line break. The
 * first is the version of the format, the second how many permits of how many the claim asks for, the last which place, by
 * its creation revision, an exchange deleted for this one, or 0.
 */
final class Holders {

    private static final String VERSION = "1";

    /** How many parts there are at least. The last was added later. */
    private static final int PARTS = 8;

    private Holders() {}

    static ByteString encode(Claim claim, long replaced) {
        Holder holder = claim.holder();
        return ByteString.copyFromUtf8(String.join(
                "\n",
                VERSION,
                claim.demand().toString(),
                Long.toString(claim.id().sequence()),
                holder.host(),
                Long.toString(holder.pid()),
                holder.thread(),
                Long.toString(holder.processGroup()),
                holder.description(),
                Long.toString(replaced)));
    }

    /** Who made the claim of a place, for display; of one that is not understood, what its key is. */
    static Holder of(KeyValue place) {
        String[] part = parts(place);
        Optional<String> client = Keys.client(place.getKey());
        try {
            if (part.length >= PARTS && client.isPresent()) {
                return new Holder(
                        client.get(), part[3], Long.parseLong(part[4]), part[5], part[7], Long.parseLong(part[6]));
            }
        } catch (NumberFormatException foreign) {
            // Shown as below.
        }
        String key = PlainText.of(place.getKey().toStringUtf8());
        return new Holder("", "unknown", 0, "unknown", "a key of an unknown format: " + key, 0);
    }

    /** Whether a place is that of a claim. */
    static boolean isOf(KeyValue place, ClaimId claim) {
        String[] part = parts(place);
        return part.length >= PARTS
                && part[2].equals(Long.toString(claim.sequence()))
                && Keys.client(place.getKey()).filter(claim.client()::equals).isPresent();
    }

    /** Whether an exchange deleted a place that was created then, and made this one instead. */
    static boolean hasReplaced(KeyValue place, long created) {
        String[] part = parts(place);
        return part.length > PARTS && part[PARTS].equals(Long.toString(created));
    }

    /** None if the version is another. */
    private static String[] parts(KeyValue place) {
        String[] parts = place.getValue().toStringUtf8().split("\n", -1);
        return parts[0].equals(VERSION) ? parts : new String[0];
    }
}
