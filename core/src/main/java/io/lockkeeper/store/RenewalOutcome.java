package io.lockkeeper.store;

import java.util.Map;
import java.util.Set;

/**
 * The outcome of a batch of renewals. The outcome of a claim in neither set is unknown, and its renewal is repeated.
 *
 * @param renewed the claims whose leases last at least the requested time from the arrival of the request, with their present grants
 * @param lost the claims that the store no longer has
 */
public record RenewalOutcome(Map<ClaimId, Grant> renewed, Set<ClaimId> lost) {

    /** Copies what could change. */
    public RenewalOutcome {
        renewed = Map.copyOf(renewed);
        lost = Set.copyOf(lost);
    }
}
