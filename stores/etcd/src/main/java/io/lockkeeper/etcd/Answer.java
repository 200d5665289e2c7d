package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnResponse;
import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the server answered to a claim. */
sealed interface Answer {

    /**
     * Its place is the first in line.
     *
     * @param created the revision that created the place
     * @param contended whether there are others behind it
     * @param revision what the server had seen by then
     */
    record Won(long created, boolean contended, long revision) implements Answer {}

    /**
     * Its place is not the first.
     *
     * @param created the revision that created the place
     * @param before the place before it; null if a key that is no place hides it
     * @param holder who is first, if known
     * @param ahead how many keys are between the first and it, of which some may have no lease
     * @param revision what the server had seen by then
     */
    record Behind(
            long created,
            @Nullable ByteString before,
            @Nullable Holder holder,
            int ahead,
            long revision) implements Answer {}

    /**
     * It has no place.
     *
     * @param holder who is first, if known
     */
    record Refused(@Nullable Holder holder) implements Answer {}

    /** It was withdrawn. */
    record Withdrawn() implements Answer {}

    /** Its key is another claim's, or nobody's. */
    record Occupied() implements Answer {}

    /**
     * It has a place, by a session of before.
     *
     * @param lease that session's
     */
    record Elsewhere(long lease) implements Answer {}

    /**
     * Reads the answer to a claim: of a transaction that succeeds if the line is empty, with one that joins it if not.
     *
     * @param txn the transaction
     * @param revision that of the whole answer
     * @param claim the claim
     * @param own the key of its place
     * @param lease the session by which it was sent
     */
    static Answer read(TxnResponse txn, long revision, Claim claim, ByteString own, long lease) {
        if (txn.getSucceeded()) {
            return new Won(revision, false, revision);
        }
        TxnResponse join = txn.getResponses(0).getResponseTxn();
        if (join.getSucceeded()) {
            return claim.mayQueue() ? joined(join, revision) : new Refused(first(range(join, 0)));
        }
        if (range(join, 0).getCount() > 0) {
            return new Withdrawn();
        }
        KeyValue place = range(join, 1).getKvs(0);
        if (!Keys.isPlace(place) || !Holders.isOf(place, claim.id())) {
            return new Occupied();
        }
        if (place.getLease() != lease) {
            return new Elsewhere(place.getLease());
        }
        return found(join, revision, own);
    }

    /** Whether the claim has its place by an earlier copy of an exchange, which deleted the place that was created then. */
    static boolean hasReplaced(TxnResponse txn, Claim claim, long created) {
        return !txn.getSucceeded()
                && !txn.getResponses(0).getResponseTxn().getSucceeded()
                && range(txn.getResponses(0).getResponseTxn(), 1).getKvsList().stream()
                        .anyMatch(place -> Holders.isOf(place, claim.id()) && Holders.hasReplaced(place, created));
    }

    /** The place was just created: behind all others. */
    private static Answer joined(TxnResponse join, long revision) {
        RangeResponse last = range(join, 2);
        if (last.getKvsCount() < 2) {
            return new Won(revision, false, revision);
        }
        int ahead = (int) last.getCount() - 2;
        ByteString before = Keys.isPlace(last.getKvs(1)) ? last.getKvs(1).getKey() : null;
        return new Behind(revision, before, first(range(join, 1)), ahead, revision);
    }

    /** The place was there already: somewhere in the line. */
    private static Answer found(TxnResponse join, long revision, ByteString own) {
        List<KeyValue> line = Keys.places(range(join, 3).getKvsList());
        int index = 0;
        while (!line.get(index).getKey().equals(own)) {
            index++;
        }
        long created = line.get(index).getCreateRevision();
        return index == 0
                ? new Won(created, line.size() > 1, revision)
                : new Behind(created, line.get(index - 1).getKey(), first(range(join, 2)), index - 1, revision);
    }

    private static RangeResponse range(TxnResponse txn, int index) {
        return txn.getResponses(index).getResponseRange();
    }

    /** Who is first; null if that is a key that is no place. */
    private static @Nullable Holder first(RangeResponse range) {
        return Keys.places(range.getKvsList()).stream()
                .findFirst()
                .map(Holders::of)
                .orElse(null);
    }
}
