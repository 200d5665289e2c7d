package io.lockkeeper;

/** Thrown if a lease is used after it was lost. */
public final class LeaseLostException extends LockException {

    private static final long serialVersionUID = 1L;

    private final transient LeaseLoss loss;

    /**
     * Created by the engine.
     *
     * @param loss when and why it was lost
     */
    public LeaseLostException(LeaseLoss loss) {
        super(
                "The lease of the lock '" + loss.name() + "' (token " + loss.token() + ") was lost at " + loss.when()
                        + ": " + loss.reason().sentence() + ".",
                null);
        this.loss = loss;
    }

    /**
     * Returns when and why the lease was lost.
     *
     * @return the loss
     */
    public LeaseLoss loss() {
        return loss;
    }
}
