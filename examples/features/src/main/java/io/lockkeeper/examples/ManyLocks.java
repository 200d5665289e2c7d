package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.ArrayList;
import java.util.List;

/** Many locks in one client: ten thousand locks need no thread and no timer each, and are renewed in batches. */
public final class ManyLocks {
    private static final int DEVICES = 10_000;

    private ManyLocks() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:many-locks")) {
            List<Lease> leases = new ArrayList<>();
            for (int device = 0; device < DEVICES; device++) {
                leases.add(locks.lock("device:" + device).acquire());
            }
            System.out.println("Held: " + locks.held().size());

            leases.forEach(Lease::close);
            System.out.println("Held in the end: " + locks.held().size());
        }
    }
}
