package io.lockkeeper.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads on which users' code runs: listeners and what depends on futures. There are at most {@value #MOST}, while
 * there is something to run and a second longer, so that code which blocks or throws stops neither timers nor stores, and
 * many losses at once do not start a thread each.
 */
final class Callbacks implements Executor {

    private static final int MOST = 64;
    private static final int FINISH_MILLIS = 1000;
    private static final String NAME = "lockkeeper-callback";

    private final AtomicInteger pending = new AtomicInteger();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(MOST, MOST, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, NAME);
                thread.setDaemon(true);
                return thread;
            });

    Callbacks() {
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable callback) {
        pending.incrementAndGet();
        try {
            threads.execute(() -> run(callback));
        } catch (Throwable refused) { // No memory for a thread, say.
            pending.decrementAndGet();
            throw refused;
        }
    }

    private void run(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable thrown) {
            Log.get().warn("A lock listener threw an exception, which is ignored.", thrown);
        } finally {
            pending.decrementAndGet();
        }
    }

    /** Whether the calling thread is one of these. */
    static boolean isOwn() {
        return Thread.currentThread().getName().equals(NAME);
    }

    /**
     * Waits for what was to be run, a second at most, so that a program which ends at once still hears the last event.
     * A callback that closes its own client does not wait for itself.
     */
    void finish() {
        boolean own = isOwn();
        for (int waited = 0; !own && pending.get() > 0 && waited < FINISH_MILLIS; waited++) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
