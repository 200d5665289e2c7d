package io.lockkeeper.file;

import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When claims that found their lock taken are to ask again: soon at first, then less often, so that a short
 * wait stays short and a long one burns nothing. Belongs to the {@link IoThread}.
 */
final class Patience {

    private static final int MOST_CLAIMS = 10_000;
    private static final long FIRST_MILLIS = 5;
    private static final long MORE_MILLIS = 2;
    private static final long LONGEST_MILLIS = 25;

    private final Map<ClaimId, Integer> refusals = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ClaimId, Integer> eldest) {
            return size() > MOST_CLAIMS; // Nobody says that a claim was given up.
        }
    };

    /** Counts a refusal and tells when to ask again. */
    Duration afterRefusal(ClaimId claim) {
        int refused = refusals.merge(claim, 1, Integer::sum);
        return Duration.ofMillis(Math.min(LONGEST_MILLIS, FIRST_MILLIS + MORE_MILLIS * (refused - 1)));
    }

    /** Forgets a claim that was granted or withdrawn. */
    void forget(ClaimId claim) {
        refusals.remove(claim);
    }
}
