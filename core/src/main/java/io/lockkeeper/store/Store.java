package io.lockkeeper.store;

import io.lockkeeper.Guarantees;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** A place that keeps locks: the five calls that every store answers. */
public interface Store extends AutoCloseable {

    /**
     * What this store promises.
     *
     * @return its guarantees
     */
    Guarantees guarantees();

    /**
     * Makes one atomic attempt. Idempotent in the claim's id: a claim that was granted already answers
     * {@link ClaimOutcome.Granted} with the same tokens and what is <em>left</em> of the lease; one that is
     * queued already keeps its place.
     *
     * @param claim what is asked for
     * @return the outcome
     */
    CompletionStage<ClaimOutcome> claim(Claim claim);

    /**
     * Renews leases: each that is still current ends its lease time from now, or later if it would have. Never
     * recreates one, and never shortens one: a shorter renewal may have been overtaken by a longer one.
     *
     * @param renewals what to renew, any number
     * @return which are renewed and which are lost; those in neither set are unknown
     */
    CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals);

    /**
     * Releases a grant if it is still current. Idempotent.
     *
     * @param grant what to release; contended if the client has heard since it was granted that others wait
     * @return the outcome
     */
    CompletionStage<ReleaseOutcome> release(Grant grant);

    /**
     * Makes a claim as though it had never been: leaves the queue, gives back what it was granted, and
     * refuses it if it arrives only later. Idempotent.
     *
     * @param claim the claim; only its name and id count
     * @param outcomeUnknown whether the claim may still be on its way to the store
     * @return completes when done
     */
    CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown);

    /** Disconnects and frees what the store uses on this side. Pending calls fail. Does not release locks. */
    @Override
    void close();
}
