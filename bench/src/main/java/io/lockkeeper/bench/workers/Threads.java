package io.lockkeeper.bench.workers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** As many threads as a scenario asks for, each with a result. */
final class Threads {
    private Threads() {}

    /** Starts them, and waits for all of them. */
    static <T> List<T> run(int count, IntFunction<T> body) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<T>> running = IntStream.range(0, count)
                    .mapToObj(number -> threads.submit(() -> body.apply(number)))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }
}
