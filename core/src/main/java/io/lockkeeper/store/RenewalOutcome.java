package io.lockkeeper.store;

import java.util.Set;

/**
 * What came of a batch of renewals. A claim in neither set is unknown and tried again.
 *
 * @param renewed those that last their lease from when the request arrived
 * @param lost those that the store no longer has
 */
public record RenewalOutcome(Set<ClaimId> renewed, Set<ClaimId> lost) {

    /** Copies what could change. */
    public RenewalOutcome {
        renewed = Set.copyOf(renewed);
        lost = Set.copyOf(lost);
    }
}
