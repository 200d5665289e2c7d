package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import io.lockkeeper.bench.guard.Guard;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.guard.SharedFile;
import java.nio.file.Path;
import java.util.List;

/** A number of threads that wait for one key; each takes it once and holds it for a millisecond. */
final class Crowd implements Task {
    private static final long HOLD_NANOS = 1_000_000;

    @Override
    public Message run(Locks locks, Message order) throws Exception {
        SharedFile shared = SharedFile.open(Path.of(order.get("guard")));
        Guard guard = new Guard(shared);
        List<Long> ends = Threads.start((int) order.number("threads"), number -> {
                    Mutex mutex = locks.lock("door");
                    shared.getAndAdd(Mark.BEGUN, 1);
                    mutex.lock();
                    guard.enter();
                    Moments.pause(HOLD_NANOS);
                    guard.leave();
                    mutex.unlock();
                    return System.nanoTime();
                })
                .await();
        return Message.of("done")
                .with("total", ends.size())
                .with("violations", guard.takeViolations())
                .with("end", ends.stream().mapToLong(Long::longValue).max().orElseThrow());
    }
}
