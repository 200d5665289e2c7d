package io.lockkeeper.idempotency;

/** The default policy. */
enum Freeing implements FailurePolicy {
    INSTANCE;

    @Override
    public FailureDecision decide(Throwable failure) {
        return failure instanceof Error
                        || failure instanceof InterruptedException
                        || failure instanceof AttemptLostException
                ? FailureDecision.LEAVE
                : FailureDecision.FREE;
    }

    @Override
    public boolean mayStore() {
        return false;
    }
}
