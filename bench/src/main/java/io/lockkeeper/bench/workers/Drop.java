package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import java.util.List;

/** Releases what {@link Hold} took, in the same thread, and counts what was lost meanwhile. */
final class Drop implements Task {

    @Override
    public Message run(Locks locks, Message order) {
        long count = order.number("count");
        long lost = 0;
        String first = "";
        for (long i = 0; i < count; i++) {
            try {
                locks.lock(Hold.name(order, i)).unlock();
            } catch (RuntimeException e) { // Libraries differ in how they say that the lock is not held any more.
                if (lost++ == 0) {
                    first = e.toString();
                }
            }
        }
        return Message.of("done").with("lost", lost).with("first", Message.list(List.of(first)));
    }
}
