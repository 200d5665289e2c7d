package io.lockkeeper.bench.idempotency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** How long requests take that come one after another, in each of some threads. */
final class Pace {

    private Pace() {}

    /**
     * Sends requests for a while.
     *
     * @param expected how all of them are to be answered
     * @return microseconds a request, the median; it is less disturbed by other load than the mean
     */
    static double micros(Service service, int threads, Duration length, Supplier<String> keys, Service.Answer expected)
            throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch ready = new CountDownLatch(threads);
            List<Future<List<Double>>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                all.add(pool.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return send(service, length, keys, expected);
                }));
            }
            List<Double> times = new ArrayList<>();
            for (Future<List<Double>> each : all) {
                times.addAll(each.get());
            }
            return Tables.median(times);
        } finally {
            pool.shutdownNow();
        }
    }

    private static List<Double> send(Service service, Duration length, Supplier<String> keys, Service.Answer expected)
            throws Exception {
        List<Double> times = new ArrayList<>();
        long end = System.nanoTime() + length.toNanos();
        long now;
        do {
            String key = keys.get();
            long began = System.nanoTime();
            check(service.place(key), expected);
            now = System.nanoTime();
            times.add((now - began) / 1e3);
        } while (now - end < 0);
        return times;
    }

    /** A contestant that answers otherwise is not one of this scenario. */
    static void check(Service.Answer answer, Service.Answer expected) {
        if (answer != expected) {
            throw new IllegalStateException("answered " + answer + " in place of " + expected);
        }
    }
}
