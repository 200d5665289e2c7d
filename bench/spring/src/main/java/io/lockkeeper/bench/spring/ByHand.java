package io.lockkeeper.bench.spring;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A try/finally written by hand. */
@State(Scope.Benchmark)
public class ByHand implements Calls {
    private final LockClient client = LockClient.connect(STORE);
    private final DistributedLock lock = client.lock("orders");

    /** What all of these methods do. */
    static long work(long order) {
        return order + 1;
    }

    @Override
    public long ship(long order) {
        lock.lock();
        try {
            return work(order);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long shipAlone(long order) {
        DistributedLock own = client.lock("order:" + order);
        own.lock();
        try {
            return work(order);
        } finally {
            own.unlock();
        }
    }

    @Override
    @TearDown
    public void close() {
        client.close();
    }
}
