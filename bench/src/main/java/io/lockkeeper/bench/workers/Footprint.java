package io.lockkeeper.bench.workers;

import java.lang.management.ManagementFactory;

/** Tells how much heap is in use after a collection of garbage, and how many threads there are. */
final class Footprint {
    private static final int COLLECTIONS = 3;

    private Footprint() {}

    static Message measure() {
        for (int i = 0; i < COLLECTIONS; i++) {
            // More than once, because what a collection frees may have kept other things through a queue of references.
            System.gc();
        }
        return Message.of("done")
                .with(
                        "heap",
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed())
                .with("threads", ManagementFactory.getThreadMXBean().getThreadCount());
    }
}
