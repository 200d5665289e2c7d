package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.FailurePolicy;

/** What becomes of a key whose application answered with a status that is not final, or threw: an exception counts as 500. */
record ByStatus(StatusPolicy statuses) implements FailurePolicy {

    @Override
    public FailureDecision decide(Throwable failure) {
        if (failure instanceof NotFinalException notFinal) {
            return notFinal.decision();
        }
        FailureDecision decision = FailurePolicy.freeing().decide(failure);
        return decision == FailureDecision.FREE ? statuses.decide(500) : decision;
    }

    @Override
    public boolean mayStore() {
        return statuses.decide(500) == FailureDecision.STORE;
    }
}
