package io.lockkeeper.bench.workers;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;

/** Tells how much heap is in use after a collection of garbage, and which threads there are. */
final class Footprint {
    private static final int COLLECTIONS = 3;

    private Footprint() {}

    static Message measure() {
        // First, since these calls leave garbage of their own when they load what they need.
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.getHeapMemoryUsage();
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .sorted()
                .toList();
        for (int i = 0; i < COLLECTIONS; i++) {
            // More than once, because what a collection frees may have kept other things through a queue of references.
            System.gc();
        }
        return Message.of("done")
                .with("heap", memory.getHeapMemoryUsage().getUsed())
                .with("threads", threads.size())
                .with("names", Message.list(threads));
    }
}
