package io.lockkeeper.file;

import io.lockkeeper.store.ClaimId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The claims that were withdrawn while they might still have been on their way: the latest ten thousand,
 * since the way is the queue of one thread. Belongs to the {@link IoThread}.
 */
final class Tombstones {

    private static final int MOST = 10_000;

    private final Map<ClaimId, Boolean> withdrawn = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ClaimId, Boolean> eldest) {
            return size() > MOST;
        }
    };

    void add(ClaimId claim) {
        withdrawn.put(claim, true);
    }

    boolean has(ClaimId claim) {
        return withdrawn.containsKey(claim);
    }
}
