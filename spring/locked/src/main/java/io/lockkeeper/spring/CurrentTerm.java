package io.lockkeeper.spring;

import io.lockkeeper.Term;
import java.util.Optional;

/**
 * The term under which the calling thread runs an {@link OnlyLeader} method: for its fencing token, or to ask whether it is
 * current. In a method that returns a {@code Mono} or {@code Flux}, for the method itself, not for its operators: these, and work
 * that the method gives to other threads, get the term as an argument. Safe for use by any thread.
 */
public final class CurrentTerm {

    private CurrentTerm() {}

    /**
     * Returns the term of the innermost {@link OnlyLeader} method.
     *
     * @return the term, which may have ended by now
     * @throws IllegalStateException if the thread runs no such method
     */
    public static Term get() {
        return find().orElseThrow(() -> new IllegalStateException(
                "This thread runs no @OnlyLeader method. Is it called through the bean, and on this thread?"));
    }

    /**
     * Returns the term of the innermost {@link OnlyLeader} method, if there is one.
     *
     * @return the term; empty if the thread runs no such method
     */
    public static Optional<Term> find() {
        return Optional.ofNullable(LeaderCall.current()).map(LeaderCall::term);
    }
}
