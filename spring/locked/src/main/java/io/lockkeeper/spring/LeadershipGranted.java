package io.lockkeeper.spring;

import io.lockkeeper.Term;

/**
 * An event: this process leads an election. Listeners are called synchronously and in their order, on a thread of the election that has
 * no other work, and that is interrupted if the lead ends while a listener is running. {@link OnlyLeader} methods may begin before the listeners have
 * returned.
 *
 * <p>Published to the listeners of the application context that stands for election, not to those of its parent, and on that thread even if
 * the context's event multicaster has an executor. An exception of a listener is logged; the others are called, and the lead goes on.
 *
 * @param name the name of the election
 * @param term the time as the leader; the token for fencing is in it
 */
public record LeadershipGranted(String name, Term term) {

    /**
     * Returns the fencing token of the term.
     *
     * @return the token, see {@link Term#token()}
     * @throws io.lockkeeper.WeakGuaranteeException if the store has no fencing tokens
     */
    public long token() {
        return term.token();
    }
}
