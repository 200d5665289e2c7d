package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Many locks in one client: ten thousand are held at once, and renewed together in batches. */
public final class ManyLocks {
    private static final int DEVICES = 10_000;

    private ManyLocks() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        ClientOptions lease600ms = ClientOptions.defaults().withLease(Duration.ofMillis(600));
        try (LockClient locks = LockClient.connect("memory:many-locks", lease600ms)) {
            List<Lease> leases = new ArrayList<>();
            for (int device = 0; device < DEVICES; device++) {
                leases.add(locks.lock("device:" + device).acquire());
            }
            System.out.println("Held: " + locks.held().size());

            Thread.sleep(900); // Longer than a lease.
            System.out.println("Held after a lease and a half: " + locks.held().size());

            leases.forEach(Lease::close);
            System.out.println("Held in the end: " + locks.held().size());
        }
    }
}
