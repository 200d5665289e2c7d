package io.lockkeeper.idempotency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Settings of an {@link Idempotency} as a whole. Immutable. */
public final class IdempotencySettings {

    private static final IdempotencySettings DEFAULTS =
            new IdempotencySettings(Duration.ofSeconds(5), Optional.empty(), List.of());

    private final Duration timeout;
    private final Optional<Executor> executor;
    private final List<IdempotencyListener> listeners;

    private IdempotencySettings(Duration timeout, Optional<Executor> executor, List<IdempotencyListener> listeners) {
        this.timeout = timeout;
        this.executor = executor;
        this.listeners = listeners;
    }

    /**
     * Returns the defaults: a timeout of 5 s, an executor of Lockkeeper's own, no listener.
     *
     * @return the defaults
     */
    public static IdempotencySettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns settings with another timeout: how long a request waits for answers of the store.
     *
     * @param newTimeout 10 ms to 10 min
     * @return the new settings
     * @throws IllegalArgumentException if it is shorter or longer
     */
    public IdempotencySettings withTimeout(Duration newTimeout) {
        Durations.check("The timeout", newTimeout, Duration.ofMillis(10), Duration.ofMinutes(10));
        return new IdempotencySettings(newTimeout, executor, listeners);
    }

    /**
     * Returns settings with another executor.
     *
     * @param newExecutor runs asynchronous operations, what follows their results, and listeners of losses
     * @return the new settings
     */
    public IdempotencySettings withExecutor(Executor newExecutor) {
        return new IdempotencySettings(timeout, Optional.of(newExecutor), listeners);
    }

    /**
     * Returns settings with one more listener.
     *
     * @param listener receives the events
     * @return the new settings
     */
    public IdempotencySettings withListener(IdempotencyListener listener) {
        List<IdempotencyListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new IdempotencySettings(timeout, executor, List.copyOf(more));
    }

    /**
     * Returns the timeout.
     *
     * @return how long a request waits for answers of the store
     */
    public Duration timeout() {
        return timeout;
    }

    /**
     * Returns the executor.
     *
     * @return empty for one of Lockkeeper's own
     */
    public Optional<Executor> executor() {
        return executor;
    }

    /**
     * Returns the listeners.
     *
     * @return in the order in which they were added
     */
    public List<IdempotencyListener> listeners() {
        return listeners;
    }
}
