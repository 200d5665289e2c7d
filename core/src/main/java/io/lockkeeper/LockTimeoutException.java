package io.lockkeeper;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lock could not be had in the time given. */
public final class LockTimeoutException extends LockException {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final Duration waited;
    private final transient @Nullable Holder holder;

    /**
     * Made by the engine.
     *
     * @param name the lock's name
     * @param waited how long it was waited for
     * @param holder who held it when last seen, if known
     */
    public LockTimeoutException(String name, Duration waited, @Nullable Holder holder) {
        super(
                "The lock '" + name + "' could not be had within " + waited.toMillis() + " ms"
                        + (holder == null ? "." : "; it is held by " + holder + "."),
                null);
        this.name = name;
        this.waited = waited;
        this.holder = holder;
    }

    /**
     * The lock's name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * How long it was waited for.
     *
     * @return the time
     */
    public Duration waited() {
        return waited;
    }

    /**
     * Who held the lock when last seen.
     *
     * @return empty if unknown
     */
    public Optional<Holder> holder() {
        return Optional.ofNullable(holder);
    }
}
