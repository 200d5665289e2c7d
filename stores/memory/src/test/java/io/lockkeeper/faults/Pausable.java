package io.lockkeeper.faults;

import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.time.Timer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The process around a client: paused, it runs nothing, while time goes on; resumed, it catches up. */
public final class Pausable implements Timer {

    private final ManualTime time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> overdue = new ArrayDeque<>();
    private volatile boolean paused;

    /** A process, running, in a time that is moved by hand. */
    public Pausable(ManualTime time) {
        this.time = time;
    }

    /** From now on, nothing runs. */
    public void pause() {
        paused = true;
    }

    /** What should have run meanwhile runs now. */
    public void resume() {
        paused = false;
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    /** Runs now, or when the process is resumed. */
    public void run(Runnable task) {
        lock.lock();
        try {
            if (paused) {
                overdue.add(task);
                return;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        Once once = new Once(task);
        Scheduled due = time.schedule(delayNanos, () -> run(once));
        return () -> {
            once.cancelled = true;
            due.cancel();
        };
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            return paused ? null : overdue.poll();
        } finally {
            lock.unlock();
        }
    }

    private static final class Once implements Runnable {
        private final Runnable task;
        private volatile boolean cancelled;

        Once(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (!cancelled) {
                task.run();
            }
        }
    }
}
