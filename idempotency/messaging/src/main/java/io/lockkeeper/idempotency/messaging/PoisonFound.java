package io.lockkeeper.idempotency.messaging;

/** Ends the transaction of a message that has failed too often, before its handler runs. */
final class PoisonFound extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int attempts;

    PoisonFound(int attempts) {
        super("failed too often: " + attempts, null, false, false);
        this.attempts = attempts;
    }

    int attempts() {
        return attempts;
    }
}
