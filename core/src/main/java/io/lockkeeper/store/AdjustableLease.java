package io.lockkeeper.store;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The capability of a store to set the end of a lease, earlier or later. The lock stays held until then even if its holder
 * is gone.
 */
public interface AdjustableLease {

    /**
     * Sets the time from now until a lease expires, which may be earlier or later than before. Never recreates a lease. The
     * caller has no renewal of the same grant in progress.
     *
     * @param grant the grant, as the last renewal left it
     * @param lease the time from now until the lease expires
     * @return whether the grant was current; false if it is lost
     */
    CompletionStage<Boolean> setLease(Grant grant, Duration lease);
}
