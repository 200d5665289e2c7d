package io.lockkeeper.time;

/** A clock that calls back. Its tasks must not block. */
@FunctionalInterface
public interface Timer {

    /**
     * Runs a task once, later.
     *
     * @param delayNanos after how many nanoseconds; zero or less for at once
     * @param task run on the timer's own thread
     * @return the means to call it off
     */
    Scheduled schedule(long delayNanos, Runnable task);

    /** A task that was scheduled. */
    @FunctionalInterface
    interface Scheduled {

        /** Calls the task off if it has not begun; does nothing otherwise. */
        void cancel();
    }
}
