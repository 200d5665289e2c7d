package io.lockkeeper;

import java.time.Duration;
import java.util.Optional;

/** An event of one of a client's locks. */
public sealed interface LockEvent {

    /**
     * Returns the lock's name.
     *
     * @return the name
     */
    String name();

    /**
     * A claim for a lock was sent to the store, for the first time or again.
     *
     * @param name the lock's name
     * @param attempt the number of the attempt, starting at 1
     */
    record Claimed(String name, int attempt) implements LockEvent {}

    /**
     * An acquisition waits because the lock is held.
     *
     * @param name the lock's name
     * @param holder the holder, if known
     */
    record Waited(String name, Optional<Holder> holder) implements LockEvent {}

    /**
     * The store did not answer a request that an acquisition waits for, or that gives the lock back. The request is sent
     * again, and this event follows each time that it is not answered. A {@link Waited} or {@link Acquired} after it says
     * that the store answers again.
     *
     * @param name the lock's name
     * @param failure why there is no answer
     */
    record Unanswered(String name, StoreUnavailableException failure) implements LockEvent {}

    /**
     * The store granted this client the lock.
     *
     * @param name the lock's name
     * @param token the fencing token
     * @param waited how long the acquisition took
     * @param contended whether the acquisition had to wait for a holder, or behind other acquisitions; false if the lock
     *     was free
     */
    record Acquired(String name, long token, Duration waited, boolean contended) implements LockEvent {}

    /**
     * A thread of this client passed the lock on to another one, without a request to the store.
     *
     * @param name the lock's name
     * @param token the new fencing token
     * @param waited how long the acquisition took
     */
    record HandedOver(String name, long token, Duration waited) implements LockEvent {}

    /**
     * An acquisition ended without the lock.
     *
     * @param name the lock's name
     * @param reason why
     * @param waited how long the acquisition took
     */
    record NotAcquired(String name, Reason reason, Duration waited) implements LockEvent {

        /** Why an acquisition ended without the lock. */
        public enum Reason {
            /** The lock was held until the limit of the wait, which is zero for a single attempt. */
            TIMEOUT,
            /** The thread was interrupted, or the future was cancelled. */
            INTERRUPTED,
            /** The client was closed. */
            CLOSED,
            /** The store did not answer, or refused the request. */
            FAILED
        }
    }

    /**
     * A lease was renewed.
     *
     * @param name the lock's name
     * @param token the fencing token
     * @param lag the time from when the renewal was due, which is after a third of the lease, until the store had answered; zero if it
     *     was renewed earlier, together with others
     */
    record Renewed(String name, long token, Duration lag) implements LockEvent {}

    /**
     * A lease was renewed in time, but after more than two thirds of the lease time.
     *
     * @param name the lock's name
     * @param token the fencing token
     * @param remained the time that was left of the lease
     */
    record RenewedLate(String name, long token, Duration remained) implements LockEvent {}

    /**
     * Somebody asks the holder to release the lock; reported if the client listens to its store.
     *
     * @param name the lock's name
     * @param token the fencing token
     */
    record Recalled(String name, long token) implements LockEvent {}

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
     * The holder released the lock.
     *
     * @param name the lock's name
     * @param token the fencing token
     * @param held how long it was held
     */
    record Released(String name, long token, Duration held) implements LockEvent {}
}
