package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** A lease whose deadline its holder changes: later if the work takes longer, earlier if it is almost done. */
public final class LeaseThatIsSet {
    private LeaseThatIsSet() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        LockOptions oneMinute = LockOptions.defaults().withFixedLease(Duration.ofMinutes(1));
        try (LockClient locks = LockClient.connect("memory:lease-that-is-set");
                Lease lease = locks.lock("import").acquire(oneMinute)) {
            lease.extend(Duration.ofMinutes(10));
            System.out.println("Minutes left: " + Math.round(seconds(lease) / 60.0));
            lease.extend(Duration.ofSeconds(5));
            System.out.println("Seconds left: " + seconds(lease));
        }
    }

    private static long seconds(Lease lease) {
        return Math.round(lease.remaining().orElseThrow().toMillis() / 1000.0);
    }
}
