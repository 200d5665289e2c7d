package io.lockkeeper.contract;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;

/** Something that a store told a client unasked: one record for each method of {@code GrantPush.Signals}. */
public sealed interface Signal {

    /**
     * A queued claim was granted.
     *
     * @param grant the grant
     * @param secret what it showed of its claim
     */
    record Granted(Grant grant, long secret) implements Signal {}

    /**
     * A lock may be free.
     *
     * @param name the lock's name
     */
    record Free(String name) implements Signal {}

    /**
     * Another client waits behind a grant.
     *
     * @param name the lock's name
     */
    record Contended(String name) implements Signal {}

    /**
     * A grant was taken away.
     *
     * @param name the lock's name
     * @param claim the claim that was granted
     * @param reason why
     */
    record Lost(String name, ClaimId claim, LeaseLoss.Reason reason) implements Signal {}

    /**
     * A message said that a grant was taken away.
     *
     * @param name the lock's name
     * @param claim the claim that was granted
     * @param reason why
     */
    record MayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) implements Signal {}

    /**
     * A message said that a grant is recalled.
     *
     * @param name the lock's name
     * @param claim the claim that was granted
     */
    record MayBeRecalled(String name, ClaimId claim) implements Signal {}

    /** Signals may have been missed. */
    record Missed() implements Signal {}
}
