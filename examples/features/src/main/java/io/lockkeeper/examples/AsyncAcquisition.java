package io.lockkeeper.examples;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.concurrent.CompletableFuture;

/** Asynchronous acquisition: blocks no thread; the next stage runs when the lock is acquired. */
public final class AsyncAcquisition {
    private AsyncAcquisition() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:async-acquisition")) {
            DistributedLock order = locks.lock("order:42");
            CompletableFuture<Void> shipped;

            try (Lease paying = order.acquire()) {
                System.out.println("Payment holds " + paying.name() + ".");
                // Any thread that has the lease may close it.
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
