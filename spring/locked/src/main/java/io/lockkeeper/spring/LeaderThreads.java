package io.lockkeeper.spring;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Threads for code of the application: daemons, there while they have work and a second longer. */
final class LeaderThreads {

    private LeaderThreads() {}

    static ThreadPoolExecutor of(String name, int most, @Nullable ClassLoader loader) {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(most, most, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    thread.setContextClassLoader(loader);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
