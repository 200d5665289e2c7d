package io.lockkeeper.time;

/** Runs tasks at a later time. The tasks must not block. */
@FunctionalInterface
public interface Timer {

    /**
     * Runs a task once, later.
     *
     * @param delayNanos the delay in nanoseconds; zero or less to run it immediately
     * @param task the task, which runs on the thread of the timer
     * @return a handle to cancel the task
     */
    Scheduled schedule(long delayNanos, Runnable task);

    /** A task that was scheduled. */
    @FunctionalInterface
    interface Scheduled {

        /** Cancels the task if it has not started; does nothing otherwise. */
        void cancel();
    }
}
