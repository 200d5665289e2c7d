package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.lockkeeper.store.ClaimId;

/** The key that one claim has for its place. What changes in it is guarded by its {@link Slots}. */
final class Slot {

    private final String lock;
    private final ClaimId claim;
    private final int index;
    private final ByteString key;

    /** How many requests that name the key are not answered yet. */
    int underWay;

    /** Whether a request that names it may arrive any time. */
    boolean doubtful;

    Slot(String lock, ClaimId claim, int index, ByteString key) {
        this.lock = lock;
        this.claim = claim;
        this.index = index;
        this.key = key;
    }

    String lock() {
        return lock;
    }

    ClaimId claim() {
        return claim;
    }

    int index() {
        return index;
    }

    ByteString key() {
        return key;
    }
}
