package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import java.time.Duration;

/** A bounded wait: the timeout says how long the acquisition waited, and who holds the lock. */
public final class WaitTimeout {
    private WaitTimeout() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        ClientOptions nightly = ClientOptions.defaults().withDescription("nightly report");
        LockOptions patient = LockOptions.defaults().withMaxWait(Duration.ofMillis(200));
        try (LockClient night = LockClient.connect("memory:wait-timeout", nightly);
                LockClient day = LockClient.connect("memory:wait-timeout");
                Lease held = night.lock("sales-figures").acquire()) {
            DistributedLock figures = day.lock(held.name(), patient);

            try (Lease lease = figures.acquire()) { // acquire throws …
                System.out.println("Not reached: " + lease.name());
            } catch (LockTimeoutException timeout) {
                System.out.println(timeout.getMessage());
                System.out.println("As values: waited " + timeout.waited().toMillis() + " ms for "
                        + timeout.holder().map(holder -> holder.description()).orElse("somebody unknown"));
            }

            System.out.println("One attempt without a wait: " + figures.tryAcquire()); // … tryAcquire returns.
        }
    }
}
