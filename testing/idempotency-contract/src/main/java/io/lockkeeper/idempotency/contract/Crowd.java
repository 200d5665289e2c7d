package io.lockkeeper.idempotency.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads that do something at the same time. */
final class Crowd implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "crowd");
        thread.setDaemon(true);
        return thread;
    });
    private final Duration patience;

    Crowd(Duration patience) {
        this.patience = patience;
    }

    /** Begins to do something on a thread of its own. */
    <A> Future<A> begin(Callable<A> deed) {
        return threads.submit(deed);
    }

    /** Does something on many threads that start together. */
    <A> List<A> together(int count, Callable<A> deed) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<A>> begun = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            begun.add(begin(() -> {
                start.await();
                return deed.call();
            }));
        }
        start.countDown();
        List<A> outcomes = new ArrayList<>();
        for (Future<A> one : begun) {
            outcomes.add(outcome(one));
        }
        return outcomes;
    }

    /** Waits for what comes of a deed. */
    <A> A outcome(Future<A> deed) throws Exception {
        try {
            return deed.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("Not done within " + patience, late);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception exception) {
                throw exception;
            }
            throw new AssertionError(failed.getCause());
        }
    }

    /** Waits for a latch. */
    void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new AssertionError("It did not happen within " + patience);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
