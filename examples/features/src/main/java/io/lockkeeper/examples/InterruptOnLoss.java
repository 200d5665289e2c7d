package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** Interrupt on loss: a thread is interrupted during its work when its lock is lost. */
public final class InterruptOnLoss {
    private InterruptOnLoss() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        LockOptions options =
                LockOptions.defaults().withFixedLease(Duration.ofMillis(100)).withInterruptOnLoss(true);
        try (LockClient locks = LockClient.connect("memory:interrupt-on-loss")) {
            try (Lease lease = locks.lock("backup", options).acquire()) {
                System.out.println("Writing a backup that takes a minute; the lease ends after "
                        + lease.remaining().orElseThrow().toMillis() + " ms.");
                Thread.sleep(60_000);
            } catch (InterruptedException stopped) {
                // close() has reported the loss as well: it is attached to the exception of the block.
                System.out.println("Stopped at once. " + stopped.getSuppressed()[0].getMessage());
            } catch (LeaseLostException tooLate) {
                System.out.println("Finished, but without protection at the end: " + tooLate.getMessage());
            }
        }
    }
}
