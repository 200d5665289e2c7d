package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Takes and releases many locks, and keeps nothing of them but what the library keeps. Names are made anew, so that they count. */
final class ManyLocks {
    /** A look at the clock costs as much as a re-entry without a request, so many share one. */
    private static final int REENTRIES = 100;

    private ManyLocks() {}

    /** Takes them. */
    static Message hold(Locks locks, Message order) {
        named(locks, order).forEach(Mutex::lock);
        return Message.of("done");
    }

    /** Takes and releases them, one after the other. */
    static Message churn(Locks locks, Message order) {
        named(locks, order).forEach(mutex -> {
            mutex.lock();
            mutex.unlock();
        });
        return Message.of("done");
    }

    /** Takes a lock again that {@link #hold} took in this thread, and leaves it, for as long as ordered. */
    static Message reenter(Locks locks, Message order) {
        Mutex mutex = locks.lock(order.get("name"));
        long start = System.nanoTime();
        long end = start + order.number("nanos");
        long total = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < REENTRIES; i++) {
                mutex.lock();
                mutex.unlock();
            }
            total += REENTRIES;
        }
        return Message.of("done").with("total", total).with("nanos", System.nanoTime() - start);
    }

    /** Releases what {@link #hold} took, in the same thread, and counts what was lost meanwhile. */
    static Message drop(Locks locks, Message order) {
        List<String> losses = new ArrayList<>();
        named(locks, order).forEach(mutex -> {
            try {
                mutex.unlock();
            } catch (RuntimeException e) { // Libraries differ in how they say that the lock is not held any more.
                losses.add(e.toString());
            }
        });
        String first = losses.isEmpty() ? "" : losses.get(0);
        return Message.of("done").with("lost", losses.size()).with("first", Message.list(List.of(first)));
    }

    private static Stream<Mutex> named(Locks locks, Message order) {
        return LongStream.range(0, order.number("count")).mapToObj(number -> locks.lock(order.get("prefix") + number));
    }
}
