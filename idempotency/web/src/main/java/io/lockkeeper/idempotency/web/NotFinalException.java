package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.FailureDecision;

/** Ends an attempt whose answer is sent, but not stored. */
final class NotFinalException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final FailureDecision decision;

    NotFinalException(FailureDecision decision) {
        super("The answer is not final", null, false, false);
        this.decision = decision;
    }

    FailureDecision decision() {
        return decision;
    }
}
