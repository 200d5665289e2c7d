package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;

/** A first lock: connects to a store, and holds a lock for a block of code. */
public final class FirstLock {
    private FirstLock() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        // A memory: lock works between the threads of this JVM, file:/var/lock/shop between the processes of this
        // machine, and redis://host:6379 between machines. The rest of the code stays the same.
        try (LockClient locks = LockClient.connect("memory:first-lock")) {

            try (Lease lease = locks.lock("invoices:2024").acquire()) { // Waits without a limit.
                System.out.println("Holding " + lease.name() + ": no other thread or process writes invoices now.");
            } // Released here, even if the block throws.

            System.out.println("Held now: " + locks.held());
        }
    }
}
