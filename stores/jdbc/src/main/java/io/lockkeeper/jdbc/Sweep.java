package io.lockkeeper.jdbc;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Deletes rows of locks that nobody held for long: some time after one was taken, a bounded number at once. */
final class Sweep {

    private static final int AT_ONCE = 1_000;

    private final LockTable table;
    private final Workers workers;
    private final Duration retention;
    private final AtomicBoolean planned = new AtomicBoolean();

    Sweep(LockTable table, Workers workers, Duration retention) {
        this.table = table;
        this.workers = workers;
        this.retention = retention;
    }

    /** Plans one, unless one is planned: each client sweeps a few times a retention while it uses locks, and never together. */
    void soon() {
        if (!planned.get() && planned.compareAndSet(false, true)) {
            long millis = retention.toMillis() / 4;
            plan(millis / 2 + ThreadLocalRandom.current().nextLong(millis));
        }
    }

    private void plan(long millis) {
        var unused = workers.timer().schedule(this::sweep, millis, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        planned.set(false);
        // One that fails is only a matter of space: the next one sweeps more.
        var unused = workers.run(() -> table.sweep(LockRow.micros(retention), AT_ONCE))
                .thenAccept(swept -> {
                    if (swept == AT_ONCE && planned.compareAndSet(false, true)) {
                        plan(1_000);
                    }
                });
    }
}
