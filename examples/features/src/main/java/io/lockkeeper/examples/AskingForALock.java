package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockRecall;
import io.lockkeeper.RecallOutcome;
import java.time.Duration;

/** A recall: an operator asks a holder for its lock, and the holder ends its work and releases it. */
public final class AskingForALock {
    private AskingForALock() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient worker = LockClient.connect("memory:asking-for-a-lock");
                LockClient operator = LockClient.connect("memory:asking-for-a-lock")) {
            Lease working = worker.lock("migration").acquire();
            working.onRecalled(recall -> {
                System.out.println("The worker stops at the next step.");
                working.close();
            });

            LockRecall recall = operator.recall().orElseThrow(); // All stores of Lockkeeper's can.
            RecallOutcome outcome = recall.recall("migration", Duration.ofSeconds(10));
            System.out.println("Released: " + (outcome instanceof RecallOutcome.Released));
            if (outcome instanceof RecallOutcome.Kept kept) { // It had its time.
                operator.forceRelease().orElseThrow().forceRelease("migration", kept.holding());
            }

            try (Lease lease = operator.lock("migration").acquire()) {
                System.out.println("The operator holds it: " + lease.isHeld());
            }
        }
    }
}
