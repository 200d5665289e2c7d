package io.lockkeeper.engine;

import io.lockkeeper.store.ClaimId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The grants that nobody of this client holds any more but that are to last until they end by themselves. A late answer or
 * message about one of them must not have it given back. Safe for use by many threads.
 */
final class LeftLeases {

    private final Set<ClaimId> left = ConcurrentHashMap.newKeySet();

    void add(ClaimId claim) {
        left.add(claim);
    }

    void remove(ClaimId claim) {
        left.remove(claim);
    }

    boolean has(ClaimId claim) {
        return left.contains(claim);
    }
}
