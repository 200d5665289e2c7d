package io.lockkeeper.examples;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.concurrent.CompletableFuture;

/** Cancellation of a waiter: it leaves the queue, and the waiters behind it move up. */
public final class AsyncCancellation {
    private AsyncCancellation() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:async-cancellation")) {
            DistributedLock table = locks.lock("restaurant:table-4");
            CompletableFuture<Lease> smiths;
            CompletableFuture<Lease> joneses;

            try (Lease seated = table.acquire()) {
                System.out.println("Somebody sits at " + seated.name() + "; the Smiths and the Joneses wait.");
                smiths = table.acquireAsync();
                joneses = table.acquireAsync();
                smiths.cancel(false);
            }

            try (Lease lease = joneses.join()) {
                System.out.println("The Smiths left: " + smiths.isCancelled() + ". The Joneses sit: " + lease.isHeld());
            }
        }
    }
}
