package io.lockkeeper.bench.spring;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a lock that nobody else wants adds to a call: by hand, by {@code @Locked}, by lock4j and by klock, on one store. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LockedCalls {
    private long order = 42;

    /** Without a lock. */
    @Benchmark
    public long direct() {
        return ByHand.work(order);
    }

    /** One lock for all orders. */
    @Benchmark
    public long byHand(ByHand calls) {
        return calls.ship(order);
    }

    /** A lock for each order. */
    @Benchmark
    public long byHandWithArgument(ByHand calls) {
        return calls.shipAlone(order);
    }

    /** One lock for all orders. */
    @Benchmark
    public long locked(ByLocked calls) {
        return calls.ship(order);
    }

    /** A lock for each order. */
    @Benchmark
    public long lockedWithArgument(ByLocked calls) {
        return calls.shipAlone(order);
    }

    /** One lock for all orders. */
    @Benchmark
    public long lock4j(ByLock4j calls) {
        return calls.ship(order);
    }

    /** A lock for each order. */
    @Benchmark
    public long lock4jWithArgument(ByLock4j calls) {
        return calls.shipAlone(order);
    }

    /** One lock for all orders. */
    @Benchmark
    public long klock(ByKlock calls) {
        return calls.ship(order);
    }

    /** A lock for each order. */
    @Benchmark
    public long klockWithArgument(ByKlock calls) {
        return calls.shipAlone(order);
    }
}
