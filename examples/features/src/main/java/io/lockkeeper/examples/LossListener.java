package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A listener for losses: a lock that is lost tells its holder when and why. */
public final class LossListener {
    private LossListener() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        // A loss that the store can't tell at once is noticed at the next renewal: here after 100 ms, a third of this.
        ClientOptions lease300ms = ClientOptions.defaults().withLease(Duration.ofMillis(300));
        try (LockClient locks = LockClient.connect("memory:loss-listener", lease300ms);
                LockClient admin = LockClient.connect("memory:loss-listener")) {
            CompletableFuture<LeaseLoss> told = new CompletableFuture<>();

            Lease lease = locks.lock("leader").acquire().onLost(told::complete);
            System.out.println("This process is the leader: " + lease.isHeld());

            // Somebody with admin rights takes the lock away. A store that is flushed or down has the same effect.
            ForceRelease force = admin.forceRelease().orElseThrow();
            System.out.println("Taken from " + force.forceRelease("leader").orElseThrow());

            LeaseLoss loss = told.join();
            System.out.println("No longer, because " + loss.reason().sentence() + ".");
            System.out.println("isHeld() = " + lease.isHeld());
        }
    }
}
