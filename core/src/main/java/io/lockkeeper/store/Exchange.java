package io.lockkeeper.store;

import java.util.concurrent.CompletionStage;

/** The capability of a store to release a grant and claim the same lock again in one atomic step. */
public interface Exchange {

    /**
     * Releases the grant, serves the next waiter, then makes the claim, as {@link Store#release} and
     * {@link Store#claim} would. Idempotent.
     *
     * @param grant the grant to release
     * @param next the claim to make after that, for the same name
     * @return both outcomes
     */
    CompletionStage<Exchanged> exchange(Grant grant, Claim next);

    /**
     * Refuses an exchange of two names.
     *
     * @param grant the grant to release
     * @param next the claim to make after that
     * @throws IllegalArgumentException if their names differ
     */
    static void requireSameName(Grant grant, Claim next) {
        if (!grant.name().equals(next.name())) {
            throw new IllegalArgumentException(
                    "An exchange must claim the name that it releases, unlike this one: " + grant + ", " + next);
        }
    }

    /**
     * The outcome of an exchange.
     *
     * @param release the outcome of the release
     * @param claim the outcome of the claim
     */
    record Exchanged(ReleaseOutcome release, ClaimOutcome claim) {}
}
