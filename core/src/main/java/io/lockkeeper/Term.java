package io.lockkeeper;

import java.util.function.Consumer;

/** The time during which one candidate leads: from the grant of the lock until its work returns or the lock is lost. Safe for use by many threads. */
public interface Term {

    /**
     * Returns the name of the election.
     *
     * @return the name, as it was given
     */
    String name();

    /**
     * Returns the fencing token, which is greater than that of every earlier leader.
     *
     * @return the token; a resource that has seen a greater token must refuse this one
     * @throws WeakGuaranteeException if the store has no fencing tokens ({@link Guarantees.Tokens#NONE}), such as memcached
     */
    long token();

    /**
     * Returns whether this candidate leads and is to go on. Sends no request.
     *
     * @return false once the lease is lost or past its deadline, the work has returned, or the candidacy or the client is being closed
     */
    boolean isCurrent();

    /**
     * Throws an exception unless {@link #isCurrent()} returns true. Sends no request.
     *
     * @throws LeaseLostException if the lease was lost, or the client is being closed; says when and why
     * @throws NotHeldException if the work has returned, or the candidacy was closed
     */
    void ensureCurrent();

    /**
     * Adds a listener for the loss of the lead. It is called at most once, on a thread of the client: immediately if the lead is
     * already lost, and never if the lead was given up first. If the client is closed, it is called when the work has returned, or when
     * the time for that is over.
     *
     * @param listener receives when and why the lead was lost
     * @return this term
     */
    Term onLost(Consumer<LeaseLoss> listener);

    /**
     * Returns the lease of the lock. To close it gives the lead up at once, even while the work is running.
     *
     * @return the lease
     */
    Lease lease();
}
