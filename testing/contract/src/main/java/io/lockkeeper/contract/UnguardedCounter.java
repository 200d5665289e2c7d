package io.lockkeeper.contract;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** A counter that loses counts if two increase it at once, and remembers the tokens it was increased with. */
final class UnguardedCounter {

    private static final long MOMENT_NANOS = 50_000;

    private final List<Long> tokens = new CopyOnWriteArrayList<>();
    private volatile int value;

    /** Reads, dawdles now and then, and writes. */
    void increase(long token) {
        int read = value;
        tokens.add(token);
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
            LockSupport.parkNanos(MOMENT_NANOS);
        }
        value = read + 1;
    }

    int value() {
        return value;
    }

    /** In the order in which they came. */
    List<Long> tokens() {
        return tokens;
    }
}
