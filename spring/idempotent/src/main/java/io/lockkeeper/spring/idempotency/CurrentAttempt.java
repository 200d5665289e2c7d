package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Attempt;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The attempt in which the calling thread runs an {@link Idempotent} method: for its fencing token, or the keys that are handed on. In
 * leased mode it is a {@link io.lockkeeper.idempotency.LeasedAttempt}. Work that the method gives to other threads gets the attempt as
 * an argument. In a {@code Mono}, see {@link ReactiveAttempt}. Safe for use by any thread.
 */
public final class CurrentAttempt {

    private static final ThreadLocal<@Nullable Attempt> CURRENT = new ThreadLocal<>();

    private CurrentAttempt() {}

    /**
     * Returns the attempt of the innermost {@link Idempotent} method.
     *
     * @return the attempt
     * @throws IllegalStateException if the thread runs no such method
     */
    public static Attempt get() {
        return find().orElseThrow(() ->
                new IllegalStateException("This thread runs no @Idempotent method. Work that such a method"
                        + " gives to another thread needs the attempt as an argument."));
    }

    /**
     * Returns the attempt of the innermost {@link Idempotent} method, if there is one.
     *
     * @return the attempt; empty if the thread runs no such method
     */
    public static Optional<Attempt> find() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Runs a body in an attempt. */
    static <T extends @Nullable Object> T in(Attempt attempt, Callable<T> body) throws Exception {
        Attempt outer = CURRENT.get();
        CURRENT.set(attempt);
        try {
            return body.call();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }
}
