package io.lockkeeper.zookeeper;

import io.lockkeeper.store.ClaimId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Claims that were withdrawn and may yet be made, by a thread that was overtaken; remembered for a while. */
final class Tombstones {

    private static final long LASTS = TimeUnit.MINUTES.toNanos(2);

    private final Map<ClaimId, Long> buried = new ConcurrentHashMap<>();

    void add(ClaimId claim) {
        buried.put(claim, System.nanoTime());
    }

    boolean has(ClaimId claim) {
        return !buried.isEmpty() && buried.containsKey(claim);
    }

    boolean isEmpty() {
        return buried.isEmpty();
    }

    /** Forgets the old ones. */
    void sweep() {
        long now = System.nanoTime();
        buried.values().removeIf(since -> now - since > LASTS);
    }
}
