package io.lockkeeper;

/** A lock's purpose needs more than its store guarantees. */
public final class WeakGuaranteeException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by the engine.
     *
     * @param name the lock's name
     * @param purpose what the lock was declared for
     * @param refusal the store's sentence: why not, and what would have to change
     */
    public WeakGuaranteeException(String name, Purpose purpose, String refusal) {
        super(
                "The lock '" + name + "' is declared for " + purpose + ", which this store does not guarantee: "
                        + refusal,
                null);
    }
}
