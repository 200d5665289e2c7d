package io.lockkeeper;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown if a lock could not be acquired within the maximum wait. */
public final class LockTimeoutException extends LockException {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final Duration waited;
    private final transient @Nullable Holder holder;

    /**
     * Created by the engine.
     *
     * @param name the lock's name
     * @param waited how long the acquisition waited
     * @param holder the last known holder, if any
     */
    public LockTimeoutException(String name, Duration waited, @Nullable Holder holder) {
        super(
                "The lock '" + name + "' could not be acquired within " + waited.toMillis() + " ms"
                        + (holder == null ? "." : "; it is held by " + holder + "."),
                null);
        this.name = name;
        this.waited = waited;
        this.holder = holder;
    }

    /**
     * Returns the lock's name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns how long the acquisition waited.
     *
     * @return the time
     */
    public Duration waited() {
        return waited;
    }

    /**
     * Returns the last known holder.
     *
     * @return the holder; empty if unknown
     */
    public Optional<Holder> holder() {
        return Optional.ofNullable(holder);
    }
}
