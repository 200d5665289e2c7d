package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import io.lockkeeper.bench.guard.Guard;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.guard.SharedFile;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Passes a lock to and fro between two processes, each of which waits in turn.
 *
 * <p>Both agree through shared memory. Who is about to wait says so; the holder lets it really wait, notes the time and
 * unlocks; whose {@code lock} then returns subtracts. It is one clock for both processes. The last hand-over is not
 * counted, since it may come before the other waits.
 */
final class Baton {
    private static final long LEAST_PAUSE_NANOS = 20_000_000;
    private static final long MOST_PAUSE_NANOS = 120_000_000;
    private static final long LOOK_NANOS = 500_000;

    private final Mutex mutex;
    private final SharedFile shared;
    private final Guard guard;
    private final long end;
    private final Histogram latencies = Latencies.empty();

    // The same pauses for every contestant, and as long as a poller's, so that none unlocks in step with its attempts.
    private final SplittableRandom pauses = new SplittableRandom(42);
    private long total;

    private Baton(Mutex mutex, SharedFile shared, long end) {
        this.mutex = mutex;
        this.shared = shared;
        this.guard = new Guard(shared);
        this.end = end;
    }

    static Message run(Locks locks, Message order) {
        SharedFile shared = SharedFile.open(Path.of(order.get("guard")));
        long end = order.number("start") + order.number("nanos");
        Baton baton = new Baton(locks.lock("baton"), shared, end);
        if (order.get("first").equals("true")) {
            baton.begin();
        } else {
            baton.awaitFirstHolder();
            baton.take();
        }
        while (baton.pass()) {
            baton.take();
        }
        return baton.report();
    }

    /** Takes the lock before the other asks for it. */
    private void begin() {
        mutex.lock();
        enter();
    }

    /** Returns when the other has begun. */
    private void awaitFirstHolder() {
        awaitChange(Mark.TAKEN, 0);
    }

    /** Waits for the lock. */
    private void take() {
        shared.setVolatile(Mark.WAITING, 1);
        mutex.lock();
        long returned = System.nanoTime();
        if (!isOver()) {
            latencies.recordValue(Math.max(0, returned - shared.getVolatile(Mark.UNLOCKED_AT)));
        }
        enter();
    }

    /** Lets the other wait for a while, unlocks, and returns whether there is another turn when the other has it. */
    private boolean pass() {
        if (awaitChange(Mark.WAITING, 0)) {
            shared.setVolatile(Mark.WAITING, 0);
            Moments.pause(pauses.nextLong(LEAST_PAUSE_NANOS, MOST_PAUSE_NANOS));
        }
        boolean last = isOver() || System.nanoTime() - end >= 0;
        if (last) {
            shared.setVolatile(Mark.OVER, 1);
        }
        long taken = shared.getVolatile(Mark.TAKEN);
        guard.leave();
        shared.setVolatile(Mark.UNLOCKED_AT, System.nanoTime());
        mutex.unlock();
        if (!last) {
            // A lock that does not wake its waiters would otherwise be taken by its last holder again.
            awaitChange(Mark.TAKEN, taken);
        }
        return !last;
    }

    private Message report() {
        return Message.of("done")
                .with("total", total)
                .with("violations", guard.takeViolations())
                .with("latencies", Latencies.encode(latencies));
    }

    private void enter() {
        guard.enter();
        total++;
        shared.getAndAdd(Mark.TAKEN, 1);
    }

    private boolean isOver() {
        return shared.getVolatile(Mark.OVER) != 0;
    }

    /** Returns whether the number changed in time. It is looked at, since a wake-up would be part of what is measured. */
    private boolean awaitChange(Mark mark, long from) {
        while (shared.getVolatile(mark) == from) {
            if (System.nanoTime() - end >= 0 || isOver()) {
                return false;
            }
            Moments.pause(LOOK_NANOS);
        }
        return true;
    }
}
