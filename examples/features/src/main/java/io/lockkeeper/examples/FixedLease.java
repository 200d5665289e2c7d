package io.lockkeeper.examples;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** A fixed lease: it ends after its time even if it is not released, for work that must not block others for longer. */
public final class FixedLease {
    private FixedLease() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        LockOptions atMost100ms = LockOptions.defaults().withFixedLease(Duration.ofMillis(100));
        try (LockClient locks = LockClient.connect("memory:fixed-lease")) {
            DistributedLock report = locks.lock("report:daily", atMost100ms);

            try (Lease lease = report.acquire()) {
                System.out.println("Left: "
                        + lease.remaining().map(left -> left.toMillis() + " ms").orElse("no end"));
                try (Lease next = report.acquire()) { // Did not wait for the first to be closed.
                    System.out.println("After it ended, the next one got in: " + next.isHeld());
                }
                lease.ensureHeld(); // Before each critical step: checks that the lease is still held.
                System.out.println("Not reached.");
            } catch (LeaseLostException lost) {
                System.out.println("The first one learns: " + lost.getMessage());
            }
        }
    }
}
