package io.lockkeeper;

import java.time.Duration;
import java.util.Optional;

/** Something that happened to one of a client's locks. */
public sealed interface LockEvent {

    /**
     * The lock's name.
     *
     * @return the name
     */
    String name();

    /**
     * The store was asked for a lock, for the first time or again.
     *
     * @param name the lock's name
     * @param attempt 1 for the first time
     */
    record Claimed(String name, int attempt) implements LockEvent {}

    /**
     * The lock is taken, so an acquisition waits.
     *
     * @param name the lock's name
     * @param holder who holds it, if known
     */
    record Waited(String name, Optional<Holder> holder) implements LockEvent {}

    /**
     * The store gave this client the lock.
     *
     * @param name the lock's name
     * @param token the fencing token
     * @param waited how long the acquisition took
     */
    record Acquired(String name, long token, Duration waited) implements LockEvent {}

    /**
     * A thread of this client passed the lock on to another, without the store.
     *
     * @param name the lock's name
     * @param token the new fencing token
     * @param waited how long the acquisition took
     */
    record HandedOver(String name, long token, Duration waited) implements LockEvent {}

    /**
     * A renewal came in time but after more than two thirds of the lease.
     *
     * @param name the lock's name
     * @param token the fencing token
     * @param remained what was left of the lease
     */
    record RenewedLate(String name, long token, Duration remained) implements LockEvent {}

    /**
     * A lease was lost.
     *
     * @param loss when and why
     */
    record Lost(LeaseLoss loss) implements LockEvent {
        @Override
        public String name() {
            return loss.name();
        }
    }

    /**
     * The holder let go.
     *
     * @param name the lock's name
     * @param token the fencing token
     * @param held how long it was held
     */
    record Released(String name, long token, Duration held) implements LockEvent {}
}
