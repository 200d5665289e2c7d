package io.lockkeeper.etcd;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The store's one thread for what is to be done later; it is started when there is something. */
final class Timers {

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "lockkeeper-etcd");
        thread.setDaemon(true);
        return thread;
    });

    Timers() {
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs a task later; never if the store is closed by then. */
    void after(long nanos, Runnable task) {
        try {
            var unused = executor.schedule(() -> guarded(task), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            // As documented.
        }
    }

    void close() {
        executor.shutdown();
    }

    /** Runs a task, and logs what it throws: the tasks after it are run in any case. */
    static void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            Log.error("A task of the etcd store failed.", failure);
        }
    }
}
