package io.lockkeeper.engine;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.Term;
import java.util.function.Consumer;

/** A term is a lease, and ends with it, or before it: while the lock is still held so that the work can return. */
final class EngineTerm implements Term {

    private final Lease lease;
    private volatile End end = End.NONE;

    EngineTerm(Lease lease) {
        this.lease = lease;
    }

    /** Why a term has ended though the lock may still be held. */
    enum End {
        /** It has not. */
        NONE,
        /** Its work has returned, or its candidacy was closed. */
        GIVEN_UP,
        /** Its client is being closed. */
        CLIENT_CLOSED
    }

    /** Ends it; what ended it first remains the reason. */
    void end(End reason) {
        if (end == End.NONE) {
            end = reason;
        }
    }

    /** Why it has ended though the lock may still be held. */
    End end() {
        return end;
    }

    @Override
    public String name() {
        return lease.name();
    }

    @Override
    public long token() {
        return lease.token();
    }

    @Override
    public boolean isCurrent() {
        return end == End.NONE && lease.isHeld();
    }

    @Override
    public void ensureCurrent() {
        lease.ensureHeld();
        if (end == End.CLIENT_CLOSED) {
            throw new LeaseLostException(LeaseHandle.closing(lease));
        } else if (end == End.GIVEN_UP) {
            throw new NotHeldException("The lead of the election '" + name() + "' was given up.", null);
        }
    }

    @Override
    public Term onLost(Consumer<LeaseLoss> listener) {
        lease.onLost(listener);
        return this;
    }

    @Override
    public Lease lease() {
        return lease;
    }

    @Override
    public String toString() {
        return "Term[" + lease + (end == End.NONE ? "" : ", ended") + "]";
    }
}
