package io.lockkeeper.idempotency.engine;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of an engine: one for its own short tasks, and others, which end after 10 s without work, for what is the user's. */
final class OwnThreads implements Threads {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor others;

    OwnThreads() {
        timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "lockkeeper-idempotency-timer"));
        timer.setRemoveOnCancelPolicy(true);
        others = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                10,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, "lockkeeper-idempotency-work"));
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        try {
            var scheduled = timer.schedule(() -> run(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException e) {
            // Closed: whoever waits was told, and nothing is to happen later.
            return () -> {};
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError | AssertionError e) {
            LOG.error("A task of the engine failed", e);
        }
    }

    @Override
    public void execute(Runnable task) {
        others.execute(task);
    }

    @Override
    public void stop() {
        timer.shutdownNow();
        others.shutdown();
    }
}
