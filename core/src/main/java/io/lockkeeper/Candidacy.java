package io.lockkeeper;

import java.util.Optional;

/** One who stands for election, again and again, until it is closed. Safe for use by many threads. */
public interface Candidacy extends AutoCloseable {

    /**
     * Returns whether this candidate leads. Sends no request.
     *
     * @return true if it has a term that {@linkplain Term#isCurrent() is current}
     */
    boolean isLeading();

    /**
     * Returns the term of this candidate, if it leads.
     *
     * @return the term; empty if it does not lead
     */
    Optional<Term> term();

    /**
     * Stops standing, and gives the lead up if this candidate has it: interrupts the work, waits until it has returned and the lock
     * is released, and returns. If that takes more than five seconds, the lock is released although the work may still be running,
     * which is logged. Called by the work itself, it does not wait: the lock is released when the work returns. A second call waits as
     * the first one does.
     */
    @Override
    void close();
}
