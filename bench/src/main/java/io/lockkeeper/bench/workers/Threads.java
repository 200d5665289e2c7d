package io.lockkeeper.bench.workers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;

/** As many threads as a scenario asks for, each with a result. */
final class Threads<T> {
    private final List<FutureTask<T>> results = new ArrayList<>();

    private Threads() {}

    /** Starts them. */
    static <T> Threads<T> start(int count, IntFunction<T> body) {
        Threads<T> threads = new Threads<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            FutureTask<T> result = new FutureTask<>(() -> body.apply(number));
            threads.results.add(result);
            Thread thread = new Thread(result, "bench-" + number);
            thread.setDaemon(true);
            thread.start();
        }
        return threads;
    }

    /** Waits for all of them. */
    List<T> await() throws InterruptedException, ExecutionException {
        List<T> all = new ArrayList<>();
        for (FutureTask<T> each : results) {
            all.add(each.get());
        }
        return all;
    }
}
