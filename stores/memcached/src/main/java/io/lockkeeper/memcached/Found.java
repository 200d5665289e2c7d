package io.lockkeeper.memcached;

import io.lockkeeper.store.ClaimId;
import org.jspecify.annotations.Nullable;

/**
 * An item as it was read.
 *
 * @param key where it stands
 * @param item what it says; null if it is not one of ours
 * @param cas memcached's number of its last change, by which it is changed only if nobody else did
 */
record Found(String key, @Nullable Item item, long cas) {

    /** Whether it is this claim's. */
    boolean is(String name, ClaimId claim) {
        return item != null && item.is(name, claim);
    }

    /** The lock of this name, or a failure that says that it is something else. */
    Item lock(String name, Failures failures) {
        if (item == null || !item.name().equals(name)) {
            throw failures.foreign(key);
        }
        return item;
    }
}
