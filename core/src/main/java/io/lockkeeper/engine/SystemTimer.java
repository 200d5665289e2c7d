package io.lockkeeper.engine;

import io.lockkeeper.time.Timer;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer on one thread of its own, which begins with the first task. */
final class SystemTimer implements Timer {

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread created = new Thread(task, "lockkeeper-timer");
        created.setDaemon(true);
        return created;
    });

    SystemTimer() {
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        // What is scheduled after the end was a repetition that has become pointless.
        thread.setRejectedExecutionHandler((task, ended) -> {});
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        ScheduledFuture<?> scheduled = thread.schedule(() -> run(task), delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    void stop() {
        thread.shutdownNow();
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable mistake) { // Errors too: nothing of them would be seen otherwise.
            Log.get().error("A task of the lock engine's timer failed; please report this.", mistake);
        }
    }
}
