package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;

/** Takes many locks and keeps nothing of them but what the library keeps. Names are made anew, so that they count. */
final class Hold implements Task {

    @Override
    public Message run(Locks locks, Message order) {
        long count = order.number("count");
        for (long i = 0; i < count; i++) {
            locks.lock(name(order, i)).lock();
        }
        return Message.of("done");
    }

    static String name(Message order, long number) {
        return order.get("prefix") + number;
    }
}
