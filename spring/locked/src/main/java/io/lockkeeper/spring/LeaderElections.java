package io.lockkeeper.spring;

import io.lockkeeper.Term;
import java.util.Optional;

/**
 * The elections for which the application context stands. A bean of this type is there by {@link EnableLocked}. Safe for use by many
 * threads.
 */
public interface LeaderElections {

    /**
     * Stands for an election that no {@link OnlyLeader} method names, with the only or primary {@link io.lockkeeper.LockClient}: for the
     * events. As with those methods, from when the context is refreshed until it is stopped. A second call for a name does nothing.
     *
     * @param name the name of the election, which is the name of its lock
     */
    void stand(String name);

    /**
     * Returns whether this process leads. Sends no request.
     *
     * @param name the name of an election that is held by the only or primary {@link io.lockkeeper.LockClient}
     * @return false, too, if the context does not stand for it
     */
    default boolean isLeader(String name) {
        return term(name).isPresent();
    }

    /**
     * Returns the term of this process, if it leads. Sends no request.
     *
     * @param name the name of an election that is held by the only or primary {@link io.lockkeeper.LockClient}
     * @return the term; empty if it does not lead, or does not stand
     */
    Optional<Term> term(String name);
}
