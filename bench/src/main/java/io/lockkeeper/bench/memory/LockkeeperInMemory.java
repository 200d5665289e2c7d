package io.lockkeeper.bench.memory;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A lock of the memory store that nobody else wants. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("LockNotBeforeTry") // There is nothing between that could throw.
public class LockkeeperInMemory {
    private final LockClient client = LockClient.connect("memory:bench");
    private final DistributedLock lock = client.lock("free");
    private final DistributedLock held = client.lock("held");

    /** Holds one lock, in the thread that measures. */
    public LockkeeperInMemory() {
        held.lock();
    }

    /** By thread. */
    @Benchmark
    public void lockAndUnlock() {
        lock.lock();
        lock.unlock();
    }

    /** By thread, while it is held. */
    @Benchmark
    public void reenterAndLeave() {
        held.lock();
        held.unlock();
    }

    /** By handle; returned, so that nothing is left out. */
    @Benchmark
    public long tryAcquireAndClose() {
        try (Lease lease = lock.tryAcquire().orElseThrow()) {
            return lease.token();
        }
    }

    /** Disconnects. */
    @TearDown
    public void close() {
        client.close();
    }
}
