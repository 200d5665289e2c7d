package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import java.time.Duration;
import java.util.List;

/** Several locks at once: a transfer holds both of its accounts or none, and transfers in both directions do not deadlock. */
public final class SeveralLocks {
    private SeveralLocks() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient client = LockClient.connect("memory:several-locks")) {
            LockOptions shortly = LockOptions.defaults().withMaxWait(Duration.ofSeconds(2));
            try (MultiLease accounts =
                    client.all(List.of("account-2", "account-1"), shortly).acquire()) {
                for (Lease account : accounts.leases()) {
                    System.out.println("Holds " + account.name() + " with token " + account.token() + ".");
                }
                accounts.onLost(loss -> System.out.println("The transfer must stop: " + loss.name() + " was lost."));
                accounts.ensureHeld(); // Before the transfer is committed.
            }
        }
    }
}
