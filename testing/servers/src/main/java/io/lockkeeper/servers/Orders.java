package io.lockkeeper.servers;

import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** What other threads ask one thread to do, and wait for. Thread-safe. */
final class Orders {
    private final Queue<FutureTask<?>> open = new ConcurrentLinkedQueue<>();
    private final Runnable wakeup;
    private volatile boolean ended;

    /** Creates an empty queue whose thread is woken like this. */
    Orders(Runnable wakeup) {
        this.wakeup = wakeup;
    }

    /**
     * Has this done by the thread that carries out the orders, and returns its result.
     *
     * @throws IllegalStateException if that thread has ended, or the order failed
     */
    <T> T ask(Callable<T> order) {
        FutureTask<T> task = new FutureTask<>(order);
        open.add(task);
        wakeup.run();
        if (ended) {
            cancelAll();
        }
        try {
            return Uninterruptibly.get(task);
        } catch (CancellationException e) {
            throw new IllegalStateException("closed", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Carries out what was asked for so far, in order. */
    void carryOut() {
        for (FutureTask<?> task = open.poll(); task != null; task = open.poll()) {
            task.run();
        }
    }

    /** Refuses all orders from now on. */
    void end() {
        ended = true;
        cancelAll();
    }

    private void cancelAll() {
        for (FutureTask<?> task = open.poll(); task != null; task = open.poll()) {
            task.cancel(false);
        }
    }
}
