package io.lockkeeper.examples;

import io.lockkeeper.ForceRelease;
import io.lockkeeper.Holder;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;

/** Release by force: an operator takes a lock from a holder that hangs, and the next one gets it. */
public final class ReleaseByForce {
    private ReleaseByForce() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient hanging = LockClient.connect("memory:release-by-force");
                LockClient operator = LockClient.connect("memory:release-by-force")) {
            Lease stuck = hanging.lock("migration").acquire();

            ForceRelease force = operator.forceRelease().orElseThrow(); // Empty where a store can't.
            Holder before = force.forceRelease("migration").orElseThrow(); // Empty if nobody held it.
            System.out.println("Taken from " + before);

            try (Lease lease = operator.lock("migration").acquire()) {
                System.out.println("The operator holds it: " + lease.isHeld());
            }

            try {
                stuck.close();
            } catch (LeaseLostException lost) { // What was done under it since then was not protected.
                System.out.println("The one that hung: " + lost.loss().reason());
            }
        }
    }
}
