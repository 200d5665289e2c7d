package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.time.Duration;

/**
 * A renewed lease, the default: work may take any time, and the locks of a process that dies are released within one
 * lease time.
 */
public final class RenewedLease {
    private RenewedLease() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        ClientOptions lease900ms = ClientOptions.defaults().withLease(Duration.ofMillis(900)); // Default: 30 s.
        try (LockClient locks = LockClient.connect("memory:renewed-lease", lease900ms);
                Lease lease = locks.lock("import:catalogue").acquire()) {
            for (int part = 1; part <= 4; part++) {
                Thread.sleep(350); // The work; in total it takes longer than one lease.
                lease.ensureHeld(); // Sends no request.
                System.out.println("Imported part " + part + "; the lease has "
                        + lease.remaining().orElseThrow().toMillis() + " ms left and is renewed in time.");
            }
        }
    }
}
