package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import io.lockkeeper.bench.guard.Guard;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.guard.SharedFile;
import java.nio.file.Path;
import java.util.List;

/** Threads that wait for one key, each of which takes it once and holds it for a millisecond, and the door before them. */
final class Crowd {
    private static final long HOLD_NANOS = 1_000_000;

    private Crowd() {}

    /** Lets a number of threads wait. */
    static Message run(Locks locks, Message order) throws Exception {
        SharedFile shared = SharedFile.open(Path.of(order.get("guard")));
        Guard guard = new Guard(shared);
        List<Long> ends = Threads.run((int) order.number("threads"), number -> {
            Mutex mutex = locks.lock("door");
            shared.getAndAdd(Mark.BEGUN, 1);
            mutex.lock();
            guard.enter();
            Moments.pause(HOLD_NANOS);
            guard.leave();
            mutex.unlock();
            return System.nanoTime();
        });
        return Message.of("done")
                .with("total", ends.size())
                .with("violations", guard.takeViolations())
                .with("end", ends.stream().mapToLong(Long::longValue).max().orElseThrow());
    }

    /** Holds the key that they wait for, until told to let go. */
    static Message door(Locks locks, Message order) {
        SharedFile shared = SharedFile.open(Path.of(order.get("guard")));
        Guard guard = new Guard(shared);
        Mutex mutex = locks.lock("door");
        mutex.lock();
        guard.enter();
        shared.setVolatile(Mark.DOOR, 1);
        while (shared.getVolatile(Mark.DOOR) == 1) {
            Moments.pause(HOLD_NANOS);
        }
        guard.leave();
        long start = System.nanoTime();
        mutex.unlock();
        return Message.of("done").with("start", start).with("violations", guard.takeViolations());
    }
}
