package io.lockkeeper.bench.memory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The same with the JDK's own lock. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("LockNotBeforeTry") // There is nothing between that could throw.
public class ReentrantLockInMemory {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock held = new ReentrantLock();

    /** Holds one lock, in the thread that measures. */
    public ReentrantLockInMemory() {
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
}
