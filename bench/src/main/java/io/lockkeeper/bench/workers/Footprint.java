package io.lockkeeper.bench.workers;

import java.lang.management.ManagementFactory;
import java.util.List;

/** Tells how much heap is in use after a collection of garbage, and which threads there are. */
final class Footprint {
    private static final int COLLECTIONS = 3;

    private Footprint() {}

    static Message measure() {
        for (int i = 0; i < COLLECTIONS; i++) {
            // More than once, because what a collection frees may have kept other things through a queue of references.
            System.gc();
        }
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .sorted()
                .toList();
        return Message.of("done")
                .with(
                        "heap",
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed())
                .with("threads", threads.size())
                .with("names", Message.list(threads));
    }
}
