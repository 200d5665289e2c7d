package io.lockkeeper.memcached;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.store.ClaimId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An item as it was read.
 *
 * @param key where it stands
 * @param value what it says
 * @param cas memcached's number of its last change, by which it is changed only if nobody else did
 */
record Found(String key, Value value, long cas) {

    private static final Holder UNKNOWN =
            new Holder("", "unknown", 0, "unknown", "the item's format is not known to this release of Lockkeeper", 0);

    /** The item, if it is this claim's. */
    @Nullable
    Item of(String name, ClaimId claim) {
        return value instanceof Item item && item.is(name, claim) ? item : null;
    }

    /** Who holds the lock of this name; fails if the item is something else than a lock's. */
    Holding holding(String name, Failures failures) {
        if (value instanceof Value.Unknown) {
            return new Holding(UNKNOWN, 0, Optional.empty(), Optional.empty());
        }
        if (value instanceof Item item && item.name().equals(name)) {
            return new Holding(item.holder(), 0, Optional.of(item.since()), Optional.empty());
        }
        throw failures.foreign(key);
    }
}
