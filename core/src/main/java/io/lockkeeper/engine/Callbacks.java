package io.lockkeeper.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads on which users' code runs: listeners and what depends on futures. They exist while there is
 * something to run and a second longer, so that code which blocks or throws stops neither timers nor stores.
 */
final class Callbacks implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper");

    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "lockkeeper-callback");
                thread.setDaemon(true);
                return thread;
            });

    @Override
    public void execute(Runnable callback) {
        threads.execute(() -> {
            try {
                callback.run();
            } catch (Throwable thrown) {
                LOG.warn("A lock listener threw; nothing else was harmed.", thrown);
            }
        });
    }
}
