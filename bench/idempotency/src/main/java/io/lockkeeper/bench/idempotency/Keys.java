package io.lockkeeper.bench.idempotency;

import java.util.concurrent.atomic.AtomicLong;

/** Keys that were never used. Thread-safe. */
final class Keys {
    private final AtomicLong last = new AtomicLong();

    String next() {
        return "order-" + last.incrementAndGet();
    }
}
