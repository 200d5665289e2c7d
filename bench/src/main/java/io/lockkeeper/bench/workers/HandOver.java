package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import io.lockkeeper.bench.guard.Guard;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.guard.SharedFile;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/**
 * Passes a lock to and fro between two processes, each of which waits in turn.
 *
 * <p>Both agree through shared memory. Who is about to wait says so; the holder gives it 20 ms to really wait, notes the
 * time and unlocks; whose {@code lock} then returns subtracts. It is one clock for both processes. The last hand-over is
 * not counted, since it may come before the other waits.
 */
final class HandOver implements Task {
    private static final long SETTLE_NANOS = 20_000_000;
    private static final long LOOK_NANOS = 500_000;

    @Override
    public Message run(Locks locks, Message order) {
        SharedFile shared = SharedFile.open(Path.of(order.get("guard")));
        Guard guard = new Guard(shared);
        Mutex mutex = locks.lock("baton");
        Histogram latencies = Latencies.empty();
        long end = order.number("start") + order.number("nanos");
        long total = 0;
        boolean holds = order.get("first").equals("true");
        if (holds) {
            mutex.lock();
            guard.enter();
            total++;
        }
        while (true) {
            if (!holds) {
                shared.getAndAdd(Mark.WAITING, 1);
                mutex.lock();
                long returned = System.nanoTime();
                guard.enter();
                total++;
                if (shared.getVolatile(Mark.OVER) == 0) {
                    latencies.recordValue(Math.max(0, returned - shared.getVolatile(Mark.UNLOCKED_AT)));
                }
            }
            holds = false;
            awaitWaiter(shared, end);
            boolean last = shared.getVolatile(Mark.OVER) != 0 || System.nanoTime() - end >= 0;
            if (last) {
                shared.setVolatile(Mark.OVER, 1);
            }
            guard.leave();
            shared.setVolatile(Mark.UNLOCKED_AT, System.nanoTime());
            mutex.unlock();
            if (last) {
                return Message.of("done")
                        .with("total", total)
                        .with("violations", guard.takeViolations())
                        .with("latencies", Latencies.encode(latencies));
            }
        }
    }

    /** There is no one to be woken by, since any wake-up would be part of what is measured. */
    private static void awaitWaiter(SharedFile shared, long end) {
        while (shared.getVolatile(Mark.WAITING) == 0) {
            if (System.nanoTime() - end >= 0 || shared.getVolatile(Mark.OVER) != 0) {
                return;
            }
            Moments.pause(LOOK_NANOS);
        }
        shared.setVolatile(Mark.WAITING, 0);
        Moments.pause(SETTLE_NANOS);
    }
}
