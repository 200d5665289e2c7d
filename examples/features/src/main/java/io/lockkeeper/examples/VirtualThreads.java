package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A thousand virtual threads compete for one lock: waiting blocks no platform thread, and the counter is exact.
 *
 * <p>On Java 21 and newer, write {@code Executors.newVirtualThreadPerTaskExecutor()}. This code is compiled for Java
 * 17, so it looks the method up by reflection, and falls back to ordinary threads.
 */
public final class VirtualThreads {
    private static int visitors; // Guarded by the lock "visitors".

    private VirtualThreads() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        visitors = 0;
        try (LockClient locks = LockClient.connect("memory:virtual-threads")) {
            Callable<Boolean> visitor = () -> {
                try (Lease lease = locks.lock("visitors").acquire()) {
                    visitors++;
                    return lease.isHeld();
                }
            };
            ExecutorService threads = oneThreadPerTask();
            threads.invokeAll(Collections.nCopies(1000, visitor)); // Returns when all are done.
            threads.shutdown();
            System.out.println("Counted " + visitors + " visitors of 1000.");
        }
    }

    private static ExecutorService oneThreadPerTask() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException beforeJava21) {
            System.out.println("This Java has no virtual threads; eight ordinary ones do the same work.");
            return Executors.newFixedThreadPool(8);
        }
    }
}
