package io.lockkeeper.store;

import java.util.concurrent.CompletionStage;

/** The capability of a store to release a grant and claim the same lock again in one atomic step. */
public interface Exchange {

    /**
     * Releases, serves the next in line, then makes the claim, as {@link Store#release} and
     * {@link Store#claim} would. Idempotent.
     *
     * @param grant what to release
     * @param next what to claim after that: the same name
     * @return both outcomes
     */
    CompletionStage<Exchanged> exchange(Grant grant, Claim next);

    /**
     * What came of an exchange.
     *
     * @param release what came of the release
     * @param claim what came of the claim
     */
    record Exchanged(ReleaseOutcome release, ClaimOutcome claim) {}
}
