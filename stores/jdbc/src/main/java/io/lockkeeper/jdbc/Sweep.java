package io.lockkeeper.jdbc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Deletes rows of locks that nobody held for long: some time after one was taken, a bounded number at once until none is left. */
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
            long delay = millis / 2 + ThreadLocalRandom.current().nextLong(millis);
            var unused = workers.timer().schedule(this::sweep, delay, TimeUnit.MILLISECONDS);
        }
    }

    private void sweep() {
        // One that fails is only a matter of space: the next one sweeps more.
        var unused = all(LockRow.micros(retention)).whenComplete((swept, failure) -> planned.set(false));
    }

    /** Deletes all there are; others have their turns in between. */
    CompletableFuture<Boolean> all(long retainedMicros) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        next(retainedMicros, done);
        return done;
    }

    private void next(long retainedMicros, CompletableFuture<Boolean> done) {
        var unused = workers.run(() -> table.sweep(retainedMicros, AT_ONCE)).whenComplete((swept, failure) -> {
            if (failure != null) {
                done.completeExceptionally(failure);
            } else if (swept < AT_ONCE) {
                done.complete(true);
            } else {
                next(retainedMicros, done);
            }
        });
    }
}
