package io.lockkeeper.contract;

import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that a test moves by hand: it stands still but for {@link #advance}, which runs what falls due on the thread
 * that calls it, in the order of the due times, and what falls due together in the order in which it was scheduled.
 *
 * <p>It begins an hour before zero, so that whoever takes zero or a sign for a meaning is found out. Safe for use by
 * many threads; one thread advances at a time.
 */
public final class ManualTime implements Ticker, Timer {

    private final ReentrantLock advancing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(
            Comparator.comparingLong((Task task) -> task.due).thenComparingLong(task -> task.order));
    private long scheduled;
    private volatile long now = -Duration.ofHours(1).toNanos();

    /** Time that stands still. */
    public ManualTime() {}

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        lock.lock();
        try {
            long wait = Math.max(0, delayNanos);
            long due = wait > Long.MAX_VALUE - Math.max(0, now) ? Long.MAX_VALUE : now + wait;
            Task added = new Task(due, scheduled++, task);
            tasks.add(added);
            return () -> cancel(added);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves time on, and runs every task that falls due on the way, at its due time. What those tasks schedule runs
     * as well if it falls due by then.
     *
     * @param time how far; zero for what is due already
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("Time moves forward; this was to move it by " + time);
        }
        advancing.lock();
        try {
            long until = now + time.toNanos();
            for (Task task = takeDue(until); task != null; task = takeDue(until)) {
                task.action.run();
            }
            now = Math.max(now, until);
        } finally {
            advancing.unlock();
        }
    }

    /**
     * Counts the tasks that wait for their time: none, if whoever scheduled them cleaned up.
     *
     * @return those neither run nor called off
     */
    public int pending() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Task takeDue(long until) {
        lock.lock();
        try {
            Task first = tasks.peek();
            if (first == null || first.due > until) {
                return null;
            }
            now = Math.max(now, first.due);
            return tasks.poll();
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Task task) {
        lock.lock();
        try {
            tasks.remove(task);
        } finally {
            lock.unlock();
        }
    }

    /** A task and its time; each is only itself, so that calling one off never calls off its like. */
    private static final class Task {
        final long due;
        final long order;
        final Runnable action;

        Task(long due, long order, Runnable action) {
            this.due = due;
            this.order = order;
            this.action = action;
        }
    }
}
