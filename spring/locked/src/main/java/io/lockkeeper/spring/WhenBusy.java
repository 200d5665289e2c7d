package io.lockkeeper.spring;

/** What the call of a {@link Locked} method does if the lock cannot be acquired in time. Its body never runs without the lock. */
public enum WhenBusy {
    /** Throws {@link io.lockkeeper.LockTimeoutException}, which names the holder. */
    THROW,

    /**
     * Returns nothing: an empty {@code Optional}, an empty {@code Mono} or {@code Flux}, a stage that is completed with
     * null, or null. Refused at start-up if the method returns a primitive value.
     */
    SKIP
}
