package io.lockkeeper.file;

import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.Map;

/**
 * When claims that found their lock taken are to ask again: soon at first, then less often, so that a short
 * wait stays short and a long one burns little. Who is next in line asks more often than the others, so
 * that hand-overs are prompt however many wait. Belongs to the {@link IoThread}.
 */
final class Patience {

    private static final long FIRST_MILLIS = 2;
    private static final long LONGEST_OF_NEXT_MILLIS = 10;
    private static final long LONGEST_MILLIS = 25;

    private final Map<ClaimId, Integer> refusals = new Recent<>();

    /** Counts a refusal: the how-manieth of this claim it is. */
    int refused(ClaimId claim) {
        return refusals.merge(claim, 1, Integer::sum);
    }

    /** When to ask again after a number of refusals. */
    Duration after(int refusals, boolean next) {
        long longest = next ? LONGEST_OF_NEXT_MILLIS : LONGEST_MILLIS;
        return Duration.ofMillis(Math.min(longest, FIRST_MILLIS + refusals / (next ? 8 : 1)));
    }

    /** Forgets a claim that was granted or given up. */
    void forget(ClaimId claim) {
        refusals.remove(claim);
    }
}
