package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether copies of a claim may have been granted without an answer. If nobody waits for an answer any more, the claim is withdrawn. */
final class Doubt {

    private final LeasedEngine engine;
    private final IdempotencyClaim claim;
    private final AtomicBoolean open = new AtomicBoolean();

    Doubt(LeasedEngine engine, IdempotencyClaim claim) {
        this.engine = engine;
        this.claim = claim;
    }

    /** A copy failed. Returns the failure of all copies: what became of them is not known if it is not known of one. */
    StoreUnavailableException failed(StoreUnavailableException failure) {
        if (failure.outcomeUnknown()) {
            open.set(true);
        }
        return open.get() ? Repeated.unsure(failure) : failure;
    }

    void withdraw() {
        if (open.getAndSet(false)) {
            withdrawAnyway();
        }
    }

    void withdrawAnyway() {
        engine.withdraw(claim.key(), claim.owner(), claim.terms().lease());
    }
}
