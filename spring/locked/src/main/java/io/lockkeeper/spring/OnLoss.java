package io.lockkeeper.spring;

/** What happens if the lock is lost while a {@link Locked} method runs. */
public enum OnLoss {
    /**
     * The method runs to its end; then the call throws {@link io.lockkeeper.LeaseLostException}. What the method did stays
     * done: do not repeat it because of this exception. If the method throws an exception itself, that one is thrown.
     */
    THROW,

    /**
     * The thread is interrupted at once, and the call throws {@link io.lockkeeper.LeaseLostException} when the method ends. A
     * {@code Mono} or {@code Flux} is cancelled and fails at once. Not possible for methods that return a {@code Future}.
     */
    INTERRUPT,

    /** The loss is logged, and the call returns what the method returned. */
    IGNORE
}
