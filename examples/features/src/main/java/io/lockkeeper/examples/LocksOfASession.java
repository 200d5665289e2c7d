package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks in ZooKeeper: all locks of a client belong to its session, which a single request keeps alive. When the session
 * ends, or may have ended, every holder is notified.
 *
 * <p>Give it the URL of an ensemble, as in {@code zk://localhost:2181/apps/shop?session=20s}; without one it runs in memory.
 */
public final class LocksOfASession {

    private LocksOfASession() {}

    /** Takes a hundred locks. */
    public static void main(String[] args) throws InterruptedException {
        String store = args.length == 0 ? "memory:session" : args[0];
        try (LockClient locks = LockClient.connect(store)) {
            System.out.println("What frees the lock of a holder that died: "
                    + locks.guarantees().expiry());
            List<Lease> leases = new ArrayList<>();
            for (int shelf = 1; shelf <= 100; shelf++) {
                Lease lease = locks.lock("shelf:" + shelf).acquire();
                lease.onLost(loss -> System.out.println(loss.name() + " was lost: " + loss.reason()));
                leases.add(lease);
            }
            System.out.println("Held: " + locks.held().size() + "; the first is good for another "
                    + leases.get(0)
                            .remaining()
                            .map(left -> left.toSeconds() + " s")
                            .orElse("while"));
            leases.forEach(Lease::close);
        }
    }
}
