package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import io.lockkeeper.bench.guard.Guard;
import io.lockkeeper.bench.guard.SharedFile;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Locks and unlocks in a number of threads from one time to another, all on one key or each on its own. */
final class Contend {
    private Contend() {}

    static Message run(Locks locks, Message order) throws Exception {
        Guard guard = new Guard(SharedFile.open(Path.of(order.get("guard"))));
        long start = order.number("start");
        long end = start + order.number("nanos");
        boolean ownKeys = order.get("keys").equals("own");
        int threads = (int) order.number("threads");
        List<Part> parts = Threads.run(threads, number -> {
            Part part = new Part();
            Mutex mutex = locks.lock(ownKeys ? "own-" + number : "one");
            Moments.awaitTime(start);
            if (ownKeys) {
                part.runAlone(mutex, end);
            } else {
                part.runGuarded(mutex, guard, end);
            }
            return part;
        });
        return Message.of("done")
                .with("inTime", parts.stream().mapToLong(part -> part.inTime).sum())
                .with("total", parts.stream().mapToLong(part -> part.total).sum())
                .with("violations", guard.takeViolations())
                .with(
                        "waits",
                        Latencies.encode(Latencies.sum(
                                parts.stream().map(part -> part.waits).toList())));
    }

    /** What one thread did. */
    private static final class Part {
        final Histogram waits = Latencies.empty();
        long inTime;
        long total;

        void runAlone(Mutex mutex, long end) {
            for (long before = System.nanoTime(); before - end < 0; ) {
                mutex.lock();
                long locked = System.nanoTime();
                mutex.unlock();
                before = count(before, locked, end);
            }
        }

        void runGuarded(Mutex mutex, Guard guard, long end) {
            for (long before = System.nanoTime(); before - end < 0; ) {
                mutex.lock();
                long locked = System.nanoTime();
                guard.enter();
                guard.leave();
                mutex.unlock();
                before = count(before, locked, end);
            }
        }

        private long count(long before, long locked, long end) {
            long after = System.nanoTime();
            waits.recordValue(locked - before);
            total++;
            if (after - end <= 0) {
                inTime++;
            }
            return after;
        }
    }
}
