package io.lockkeeper;

/** A lease was used after it was lost. */
public final class LeaseLostException extends LockException {

    private static final long serialVersionUID = 1L;

    private final transient LeaseLoss loss;

    /**
     * Made by the engine.
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
     * When and why the lease was lost.
     *
     * @return the story
     */
    public LeaseLoss loss() {
        return loss;
    }
}
