package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;

/** Takes and releases many locks, one after the other, each under a name of its own. */
final class Churn implements Task {

    @Override
    public Message run(Locks locks, Message order) {
        long count = order.number("count");
        for (long i = 0; i < count; i++) {
            Mutex mutex = locks.lock(Hold.name(order, i));
            mutex.lock();
            mutex.unlock();
        }
        return Message.of("done");
    }
}
