package io.lockkeeper.optimistic;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Threads that all do the same at once. */
final class Crowd {

    static final int SIZE = 8;

    private Crowd() {}

    /** Runs it in all threads and returns their results; fails if one of them does. */
    static <R> List<R> all(Callable<R> deed) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SIZE);
        try {
            CyclicBarrier start = new CyclicBarrier(SIZE);
            List<Future<R>> running = new ArrayList<>();
            for (int thread = 0; thread < SIZE; thread++) {
                running.add(threads.submit(() -> {
                    start.await();
                    return deed.call();
                }));
            }
            List<R> results = new ArrayList<>();
            for (Future<R> one : running) {
                results.add(result(one));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Waits for all the others, the first time a thread comes here; so all have come before anybody goes on. */
    static void meetOnce(AtomicBoolean met, CyclicBarrier all) {
        if (met.getAndSet(true)) {
            return;
        }
        try {
            all.await();
        } catch (InterruptedException | BrokenBarrierException failure) {
            throw new AssertionError(failure);
        }
    }

    private static <R> R result(Future<R> running) throws Exception {
        try {
            return running.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }
}
