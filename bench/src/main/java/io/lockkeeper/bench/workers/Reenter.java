package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;

/** Takes a lock again that {@link ManyLocks} took in this thread, and leaves it, for as long as ordered. */
final class Reenter implements Task {
    /** A look at the clock costs as much as a re-entry without a request, so many share one. */
    private static final int BATCH = 100;

    @Override
    public Message run(Locks locks, Message order) {
        Mutex mutex = locks.lock(order.get("name"));
        long start = System.nanoTime();
        long end = start + order.number("nanos");
        long total = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < BATCH; i++) {
                mutex.lock();
                mutex.unlock();
            }
            total += BATCH;
        }
        return Message.of("done").with("total", total).with("nanos", System.nanoTime() - start);
    }
}
