package io.lockkeeper.contract;

import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** What a store's test class gives to the contract: the store, and how the store's time passes. */
public interface StoreFixture {

    /** A lease that does not end during a test. */
    Duration LEASE = Duration.ofMinutes(1);

    /** A lease whose end a test waits for. */
    Duration SHORT_LEASE = Duration.ofSeconds(1);

    /** How long a real store's time is let pass at most. */
    Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /**
     * Connects to the place that all stores of this test share, as another process would.
     *
     * @return a new store, closed by the contract
     */
    Store open();

    /**
     * Lets the store's time pass. Really waits, unless a store whose clock is moved by hand overrides it.
     *
     * @param time how long, at most {@link #LONGEST_WAIT}
     */
    default void elapse(Duration time) {
        if (time.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("A test waits for 30 s at most; this one would for " + time);
        }
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * How long the contract waits for an answer or a signal before the test fails.
     *
     * @return a bound that a busy machine keeps
     */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /**
     * A new client with a store of its own.
     *
     * @return the client, to be closed by the caller
     */
    default Contender contender() {
        return new Contender(open(), patience());
    }

    /**
     * A lock's name that no other test uses.
     *
     * @return the name
     */
    default String freshName() {
        return "contract-" + UUID.randomUUID();
    }

    /** What must be done before a time is over. */
    @FunctionalInterface
    interface TimedSteps {

        /**
         * Does it.
         *
         * @param name a lock that nobody used before
         * @param time a lease whose end the test waits for, or the time that a wait is given
         * @throws Exception as it likes
         */
        void run(String name, Duration time) throws Exception;
    }

    /**
     * Does what must be done within a short time. If that fails, it is done once more with five times as much: a machine
     * that stalls for a second proves nothing.
     *
     * @param steps what to do
     * @throws Exception what the second attempt throws
     */
    default void withShortTime(TimedSteps steps) throws Exception {
        try {
            steps.run(freshName(), SHORT_LEASE);
        } catch (Exception | AssertionError perhapsLate) {
            steps.run(freshName(), SHORT_LEASE.multipliedBy(5));
        }
    }

    /**
     * Lets a lease end, and a little more.
     *
     * @param lease the lease
     */
    default void outlast(Duration lease) {
        elapse(lease.plusMillis(100));
    }
}
