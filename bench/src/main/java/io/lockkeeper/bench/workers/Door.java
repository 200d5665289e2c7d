package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import io.lockkeeper.bench.guard.Guard;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.guard.SharedFile;
import java.nio.file.Path;

/** Holds the key that a {@link Crowd} waits for, until told to let go. */
final class Door implements Task {
    private static final long LOOK_NANOS = 1_000_000;

    @Override
    public Message run(Locks locks, Message order) {
        SharedFile shared = SharedFile.open(Path.of(order.get("guard")));
        Guard guard = new Guard(shared);
        Mutex mutex = locks.lock("door");
        mutex.lock();
        guard.enter();
        shared.setVolatile(Mark.DOOR, 1);
        while (shared.getVolatile(Mark.DOOR) == 1) {
            Moments.pause(LOOK_NANOS);
        }
        guard.leave();
        long start = System.nanoTime();
        mutex.unlock();
        return Message.of("done").with("start", start).with("violations", guard.takeViolations());
    }
}
