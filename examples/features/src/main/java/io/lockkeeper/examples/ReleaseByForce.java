package io.lockkeeper.examples;

import io.lockkeeper.ForceRelease;
import io.lockkeeper.Holder;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;

/** Forced release: an operator takes a lock from a holder that hangs, and the next waiter gets it. */
public final class ReleaseByForce {
    private ReleaseByForce() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient hanging = LockClient.connect("memory:release-by-force");
                LockClient operator = LockClient.connect("memory:release-by-force")) {
            Lease stuck = hanging.lock("migration").acquire();

            ForceRelease force = operator.forceRelease().orElseThrow(); // Empty if the store does not support it.
            Holder before = force.forceRelease("migration").orElseThrow(); // Empty if nobody held it.
            System.out.println("Taken from " + before);

            try (Lease lease = operator.lock("migration").acquire()) {
                System.out.println("The operator holds it: " + lease.isHeld());
            }

            try {
                stuck.close();
            } catch (LeaseLostException lost) { // The lock did not protect the work since then.
                System.out.println("The one that hung: " + lost.loss().reason());
            }
        }
    }
}
