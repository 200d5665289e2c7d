package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;

/** A first lock: connect, name it, hold it for a block. Two invoices with one number can't be written at once. */
public final class FirstLock {
    private FirstLock() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        // memory: reaches the threads of this JVM. With file:/var/lock/shop all processes of a machine take part,
        // with redis://host:6379 all machines; the rest of the code stays as it is.
        try (LockClient locks = LockClient.connect("memory:first-lock")) {

            try (Lease lease = locks.lock("invoices:2024").acquire()) { // Waits for as long as it takes.
                System.out.println("Holding " + lease.name() + ": no other thread or process writes invoices now.");
            } // Released here, also if the block throws.

            System.out.println("Held now: " + locks.held());
        }
    }
}
