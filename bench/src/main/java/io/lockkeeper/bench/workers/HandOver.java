package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.guard.SharedFile;
import java.nio.file.Path;

/**
 * Passes a lock to and fro between two processes, each of which waits in turn.
 *
 * <p>Both agree through shared memory. Who is about to wait says so; the holder lets it really wait, notes the time and
 * unlocks; whose {@code lock} then returns subtracts. It is one clock for both processes. The last hand-over is not
 * counted, since it may come before the other waits.
 */
final class HandOver implements Task {

    @Override
    public Message run(Locks locks, Message order) {
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
}
