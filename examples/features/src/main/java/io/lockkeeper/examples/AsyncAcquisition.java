package io.lockkeeper.examples;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.concurrent.CompletableFuture;

/** Acquisition without a blocked thread: the rest of the work is a stage that runs once the lock is there. */
public final class AsyncAcquisition {
    private AsyncAcquisition() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:async-acquisition")) {
            DistributedLock order = locks.lock("order:42");
            CompletableFuture<Void> shipped;

            try (Lease paying = order.acquire()) {
                System.out.println("Payment holds " + paying.name() + ".");
                // A lease belongs to whoever has the handle, so any thread may close it.
                shipped = order.acquireAsync().thenCompose(AsyncAcquisition::ship);
                System.out.println("Shipping waits; no thread is blocked for it. Done: " + shipped.isDone());
            }

            shipped.join();
        }
    }

    private static CompletableFuture<Void> ship(Lease lease) {
        System.out.println("Shipping holds " + lease.name() + ".");
        return lease.closeAsync();
    }
}
