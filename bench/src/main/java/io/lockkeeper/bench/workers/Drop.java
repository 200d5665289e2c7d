package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;

/** Releases what {@link Hold} took, in the same thread. */
final class Drop implements Task {

    @Override
    public Message run(Locks locks, Message order) {
        long count = order.number("count");
        for (long i = 0; i < count; i++) {
            locks.lock(Hold.name(i)).unlock();
        }
        return Message.of("done");
    }
}
