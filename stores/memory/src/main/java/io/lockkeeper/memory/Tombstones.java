package io.lockkeeper.memory;

import io.lockkeeper.store.ClaimId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The claims that were withdrawn while they might still have been on their way, each for a minute. */
final class Tombstones {

    private static final long LIFE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Map<ClaimId, Long> ends = new LinkedHashMap<>();

    void add(ClaimId claim, long now) {
        drop(now);
        ends.remove(claim);
        ends.put(claim, now + LIFE_NANOS);
    }

    boolean has(ClaimId claim, long now) {
        if (ends.isEmpty()) {
            return false;
        }
        drop(now);
        return ends.containsKey(claim);
    }

    private void drop(long now) {
        Iterator<Long> oldestFirst = ends.values().iterator();
        while (oldestFirst.hasNext() && oldestFirst.next() - now <= 0) {
            oldestFirst.remove();
        }
    }
}
