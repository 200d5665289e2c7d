package io.lockkeeper.bench.idempotency;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many requests with one key at the same time, at one service or spread over several that share the servers. */
final class Storm {

    private Storm() {}

    /** Sends one request, and then the storm with another key. */
    static Result of(List<Service> services, int requests, Keys keys, Servers servers) throws Exception {
        long began = System.nanoTime();
        Pace.check(services.get(0).place(keys.next()), Service.Answer.RAN);
        long one = System.nanoTime() - began;

        ExecutorService pool = Executors.newFixedThreadPool(requests);
        try {
            return of(services, requests, keys.next(), servers, pool, one);
        } finally {
            pool.shutdownNow();
        }
    }

    private static Result of(
            List<Service> services, int requests, String key, Servers servers, ExecutorService pool, long one)
            throws InterruptedException, SQLException {
        CountDownLatch ready = new CountDownLatch(requests);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Arrival>> all = new ArrayList<>();
        for (int request = 0; request < requests; request++) {
            Service service = services.get(request % services.size());
            all.add(pool.submit(() -> {
                ready.countDown();
                start.await();
                return arrival(service, key);
            }));
        }
        ready.await();
        long began = System.nanoTime();
        start.countDown();
        Map<Service.Answer, Integer> answers = new EnumMap<>(Service.Answer.class);
        int failed = 0;
        long last = began;
        for (Future<Arrival> each : all) {
            Arrival arrival = value(each);
            last = Math.max(last, arrival.nanos());
            if (arrival.answer().isEmpty()) {
                failed++;
            }
            arrival.answer().forEach(answer -> answers.merge(answer, 1, Integer::sum));
        }
        return new Result(one / 1e6, (last - began) / 1e6, servers.orders(key), answers, failed);
    }

    private static Arrival arrival(Service service, String key) {
        List<Service.Answer> answer;
        try {
            answer = List.of(service.place(key));
        } catch (Exception e) {
            answer = List.of(); // It is counted: a contestant may fail.
        }
        return new Arrival(System.nanoTime(), answer);
    }

    private static Arrival value(Future<Arrival> arrival) throws InterruptedException {
        try {
            return arrival.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** When a request was answered, and how: one answer, or none if it failed. */
    private record Arrival(long nanos, List<Service.Answer> answer) {}

    /**
     * How it went.
     *
     * @param oneMillis one request alone
     * @param millis from the start until the last answer
     * @param orders that were placed
     * @param answers how often each was given
     * @param failed requests that ended with an exception
     */
    record Result(double oneMillis, double millis, int orders, Map<Service.Answer, Integer> answers, int failed) {

        Result {
            answers = Collections.unmodifiableMap(new TreeMap<>(answers));
        }

        int count(Service.Answer answer) {
            return answers.getOrDefault(answer, 0);
        }

        double ratio() {
            return millis / oneMillis;
        }
    }
}
