package io.lockkeeper.store;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The capability of a store to end a lease at any time that its holder names. A lock whose lease was set stays taken
 * until then even if its holder is gone.
 */
public interface AdjustableLease {

    /**
     * Sets how long a lease lasts from now, earlier or later than it would have ended. Never recreates one. The caller
     * has no renewal of the same grant under way.
     *
     * @param grant the grant, as the last renewal left it
     * @param lease how long it is to last from now
     * @return whether the grant was current; false if it is lost
     */
    CompletionStage<Boolean> setLease(Grant grant, Duration lease);
}
