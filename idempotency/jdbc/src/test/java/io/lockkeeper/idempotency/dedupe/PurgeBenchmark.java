package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the purge of a large table, and what it does to insertions: {@code PurgeBenchmark POSTGRESQL 10000000}. A tenth of
 * the marks are valid, the others have expired; a tenth of the table is purged by one, and another by three at once. Not run by the build.
 */
final class PurgeBenchmark {

    private static final int BATCH = 1_000;
    private static final int BATCHES = 20;
    private static final Duration ALONE = Duration.ofSeconds(10);

    private final Marks marks;
    private final DedupeTable table;
    private final AtomicLong number = new AtomicLong();

    private PurgeBenchmark(Marks marks) throws Exception {
        this.marks = marks;
        this.table = marks.open("bench").withRetention(Duration.ofDays(1));
    }

    public static void main(String[] args) throws Exception {
        Kind kind = Kind.valueOf(args[0]);
        long rows = Long.parseLong(args[1]);
        Marks marks = Marks.on(kind);
        PurgeBenchmark benchmark = new PurgeBenchmark(marks);
        long start = System.nanoTime();
        benchmark.fill(rows);
        say("%s: %,d rows filled in %.0f s", kind, rows, seconds(start));
        benchmark.alone();
        benchmark.purge(1, rows / 10);
        benchmark.purge(3, rows / 10);
        say("%,d rows left", marks.count());
        System.exit(0);
    }

    private void fill(long rows) throws Exception {
        String name = marks.layout().table();
        long now = System.currentTimeMillis() * 1_000;
        String expiry = "CASE WHEN n %% 10 = 0 THEN %d + n ELSE %d + n END"
                .formatted(now + Duration.ofDays(7).toMillis() * 1_000, now - rows - 1_000_000);
        if (marks.kind() == Kind.POSTGRESQL) {
            marks.execute("INSERT INTO " + name + " SELECT 'billing', 'order-' || lpad(n::text, 12, '0'), " + expiry
                    + " FROM generate_series(1, " + rows + ") AS n");
            marks.execute("VACUUM ANALYZE " + name);
        } else {
            for (long from = 1; from <= rows; from += 100_000) {
                marks.execute("INSERT INTO " + name + " SELECT 'billing', CONCAT('order-', LPAD(seq, 12, '0')), "
                        + expiry.replace("n ", "seq ").replace("+ n", "+ seq") + " FROM seq_" + from + "_to_"
                        + Math.min(rows, from + 99_999));
            }
        }
    }

    private void alone() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<List<Long>> latencies = thread.submit(() -> insert(stop));
        Thread.sleep(ALONE.toMillis());
        stop.set(true);
        report("insertions without a purge", latencies.get());
        thread.shutdown();
    }

    private void purge(int purgers, long most) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        Future<List<Long>> latencies = threads.submit(() -> insert(stop));
        List<Future<List<Long>>> purges = new ArrayList<>();
        AtomicLong left = new AtomicLong(most);
        long start = System.nanoTime();
        for (int purger = 0; purger < purgers; purger++) {
            purges.add(threads.submit(() -> purgeWhile(left)));
        }
        List<Long> calls = new ArrayList<>();
        for (Future<List<Long>> purge : purges) {
            calls.addAll(purge.get());
        }
        double time = seconds(start);
        long deleted = most - left.get();
        stop.set(true);
        say(
                "%d purgers: %,d rows in %.1f s, %,.0f rows/s, %,d batches",
                purgers, deleted, time, deleted / time, deleted / BATCH);
        report("calls of " + BATCHES + " batches", calls);
        report("insertions during the purge", latencies.get());
        threads.shutdown();
    }

    private List<Long> purgeWhile(AtomicLong left) throws Exception {
        List<Long> nanos = new ArrayList<>();
        while (left.get() > 0) {
            long start = System.nanoTime();
            long deleted = table.purge(marks.source(), BATCH, BATCHES);
            nanos.add(System.nanoTime() - start);
            left.addAndGet(-deleted);
            if (deleted == 0) {
                break;
            }
        }
        return nanos;
    }

    private List<Long> insert(AtomicBoolean stop) throws Exception {
        List<Long> nanos = new ArrayList<>();
        try (Connection connection = marks.begin()) {
            while (!stop.get()) {
                long start = System.nanoTime();
                table.first(connection, "new-" + number.incrementAndGet());
                connection.commit();
                nanos.add(System.nanoTime() - start);
            }
        }
        return nanos;
    }

    private static void report(String what, List<Long> nanos) {
        Collections.sort(nanos);
        say(
                "  %s: %,d, median %.2f ms, 99%% %.2f ms, 99.9%% %.2f ms, longest %.1f ms",
                what, nanos.size(), at(nanos, 0.5), at(nanos, 0.99), at(nanos, 0.999), at(nanos, 1));
    }

    private static double at(List<Long> nanos, double share) {
        return nanos.get((int) Math.min(nanos.size() - 1, nanos.size() * share)) / 1e6;
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
