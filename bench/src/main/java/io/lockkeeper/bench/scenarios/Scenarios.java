package io.lockkeeper.bench.scenarios;

import java.util.List;

/** All scenarios, in the order in which they are played. */
public final class Scenarios {
    private static final List<Scenario> ALL = List.of(
            new Throughput("s1", "Uncontended lock and unlock, 1 thread, 1 key", 1, 1, true),
            new Throughput("s2", "16 threads of one process, each its own key", 1, 16, true),
            new Throughput("s3", "16 threads of one process on one key", 1, 16, false),
            new Throughput("s4", "4 processes with 4 threads each on one key", 4, 4, false),
            new Reentry(),
            new HandOvers(),
            new Crowds(),
            new ManyHeld(),
            new Idle(),
            new Allocation());

    private Scenarios() {}

    /** Returns them. */
    public static List<Scenario> all() {
        return ALL;
    }
}
