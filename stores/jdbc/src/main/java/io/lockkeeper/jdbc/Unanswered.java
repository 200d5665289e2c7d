package io.lockkeeper.jdbc;

import io.lockkeeper.store.ClaimId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The claims that were sent and not answered yet. Only an answer that its caller gets counts, for a caller that was told that
 * there is none may withdraw the claim; and none counts of a claim that was withdrawn before the answer came.
 */
final class Unanswered {

    private final Map<ClaimId, Sent> claims = new ConcurrentHashMap<>();

    /** How many copies of a claim are under way, and whether it was withdrawn meanwhile. */
    private record Sent(int copies, boolean withdrawn) {}

    void sent(ClaimId claim) {
        claims.merge(claim, new Sent(1, false), (before, one) -> new Sent(before.copies + 1, before.withdrawn));
    }

    void withdrawn(ClaimId claim) {
        claims.computeIfPresent(claim, (same, sent) -> new Sent(sent.copies, true));
    }

    /** One copy was answered. A withdrawal waits until the answer was noted. */
    void answered(ClaimId claim, Runnable note) {
        claims.compute(claim, (same, sent) -> {
            if (sent == null || !sent.withdrawn) {
                note.run();
            }
            return sent == null || sent.copies == 1 ? null : new Sent(sent.copies - 1, sent.withdrawn);
        });
    }
}
