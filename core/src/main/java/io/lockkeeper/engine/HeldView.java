package io.lockkeeper.engine;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaseId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A {@link Hold} as others may look at it.
 *
 * @param lock where it is held
 * @param hold the holding
 * @param holder who holds it
 * @param since when it began
 */
record HeldView(LocalLock lock, Hold hold, Holder holder, Instant since) implements io.lockkeeper.HeldLock {

    @Override
    public String name() {
        return lock.name();
    }

    @Override
    public LeaseId id() {
        return LeaseHandle.view(lock, hold).id();
    }

    @Override
    public long token() {
        return lock.context().store().guarantees().tokens() == Guarantees.Tokens.NONE ? 0 : hold.token();
    }

    @Override
    public Optional<Duration> remaining() {
        return LeaseHandle.view(lock, hold).remaining();
    }

    @Override
    public String toString() {
        return "HeldLock[" + name() + ", token " + token() + ", " + holder + "]";
    }
}
