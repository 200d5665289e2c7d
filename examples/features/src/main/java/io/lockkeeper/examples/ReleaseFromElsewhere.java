package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** A lease that one process acquires and another one extends and releases, for a job that moves between processes. */
public final class ReleaseFromElsewhere {
    private ReleaseFromElsewhere() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient intake = LockClient.connect("memory:release-from-elsewhere");
                LockClient worker = LockClient.connect("memory:release-from-elsewhere")) {
            Lease lease = intake.lock("upload:7").acquire(LockOptions.defaults().withFixedLease(Duration.ofMinutes(5)));
            String ticket = lease.id().toString(); // Sent along with the job; everyone who has it can end the lease.
            lease.letExpire();

            LeaseId id = LeaseId.parse(ticket);
            System.out.println("Extended by the worker: " + worker.extend(id, Duration.ofHours(1)));
            System.out.println("Taken meanwhile: " + intake.lock("upload:7").isLocked());
            System.out.println("Released by the worker: " + worker.release(id));
            System.out.println("Free again: " + !intake.lock("upload:7").isLocked());
        }
    }
}
