package io.lockkeeper.idempotency;

/** Thrown by {@link Outcome#valueOrThrow()} if a request was not run and has no value. */
public final class RequestRefusedException extends IdempotencyException {

    private static final long serialVersionUID = 1L;

    private final transient Outcome<?> outcome;

    RequestRefusedException(Outcome<?> outcome) {
        super("The request was not run: " + outcome, null);
        this.outcome = outcome;
    }

    /**
     * Returns how the request was answered.
     *
     * @return an outcome without a value
     */
    public Outcome<?> outcome() {
        return outcome;
    }
}
