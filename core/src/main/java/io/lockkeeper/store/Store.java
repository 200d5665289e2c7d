package io.lockkeeper.store;

import io.lockkeeper.Guarantees;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** A store of locks: the operations that every store supports. */
public interface Store extends AutoCloseable {

    /**
     * Returns the guarantees of this store.
     *
     * @return its guarantees
     */
    Guarantees guarantees();

    /**
     * Makes one atomic attempt to acquire a lock. Idempotent in the claim's id: a claim that was already granted answers
     * {@link ClaimOutcome.Granted} with the same tokens and the <em>remaining</em> lease; one that is
     * already queued keeps its place.
     *
     * @param claim the claim
     * @return the outcome
     */
    CompletionStage<ClaimOutcome> claim(Claim claim);

    /**
     * Renews leases. A lease that is still current expires its lease time from now, or at its present end if that is
     * later. Never recreates a lease, and never shortens one, since a longer renewal may have overtaken a shorter one.
     *
     * @param renewals the renewals, any number
     * @return which are renewed and which are lost; those in neither set are unknown
     */
    CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals);

    /**
     * Releases a grant if it is still current. Idempotent.
     *
     * @param grant the grant; contended if the client has learned since then that other clients wait
     * @return the outcome
     */
    CompletionStage<ReleaseOutcome> release(Grant grant);

    /**
     * Withdraws a claim: leaves the queue, releases the claim's grant if there is one, and refuses the claim if it arrives
     * later. Idempotent.
     *
     * @param claim the claim; only its name and id are used
     * @param outcomeUnknown whether the claim may still be on its way to the store
     * @return completes when done
     */
    CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown);

    /** Disconnects and frees the resources of this client. Pending calls fail. Does not release locks. */
    @Override
    void close();
}
