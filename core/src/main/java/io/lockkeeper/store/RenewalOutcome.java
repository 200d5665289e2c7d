package io.lockkeeper.store;

import java.util.Map;
import java.util.Set;

/**
 * What came of a batch of renewals. A claim in neither is unknown and tried again.
 *
 * @param renewed those that last their lease from when the request arrived, each with its grant as it is now
 * @param lost those that the store no longer has
 */
public record RenewalOutcome(Map<ClaimId, Grant> renewed, Set<ClaimId> lost) {

    /** Copies what could change. */
    public RenewalOutcome {
        renewed = Map.copyOf(renewed);
        lost = Set.copyOf(lost);
    }
}
