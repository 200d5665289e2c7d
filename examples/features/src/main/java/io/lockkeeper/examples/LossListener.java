package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A listener for the loss of a lock: the holder is notified when and why it was lost. */
public final class LossListener {
    private LossListener() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        // A loss that the store does not report at once is detected by the next renewal: here after 100 ms, a third of
        // this.
        ClientOptions lease300ms = ClientOptions.defaults().withLease(Duration.ofMillis(300));
        try (LockClient locks = LockClient.connect("memory:loss-listener", lease300ms);
                LockClient admin = LockClient.connect("memory:loss-listener")) {
            CompletableFuture<LeaseLoss> told = new CompletableFuture<>();

            Lease lease = locks.lock("leader").acquire().onLost(told::complete);
            System.out.println("This process is the leader: " + lease.isHeld());

            // An administrator takes the lock. The effect is the same if the store is flushed or down.
            ForceRelease force = admin.forceRelease().orElseThrow();
            System.out.println("Taken from " + force.forceRelease("leader").orElseThrow());

            LeaseLoss loss = told.join();
            System.out.println("No longer, because " + loss.reason().sentence() + ".");
            System.out.println("isHeld() = " + lease.isHeld());
        }
    }
}
