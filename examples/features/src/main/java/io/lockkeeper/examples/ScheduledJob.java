package io.lockkeeper.examples;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** A lock that stays held for a minimum time: a job that every machine starts at about noon runs once. */
public final class ScheduledJob {
    private ScheduledJob() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        LockOptions onceAMinute = LockOptions.defaults().withAtLeast(Duration.ofMinutes(1));
        try (LockClient one = LockClient.connect("memory:scheduled-job");
                LockClient other = LockClient.connect("memory:scheduled-job")) {
            runJob("the first machine", one.lock("job:report", onceAMinute));
            runJob("the second machine, whose clock is behind", other.lock("job:report", onceAMinute));
        }
    }

    private static void runJob(String machine, DistributedLock lock) {
        lock.tryAcquire()
                .ifPresentOrElse(
                        lease -> {
                            try (lease) {
                                System.out.println(machine + " writes the report");
                            }
                        },
                        () -> System.out.println(machine + " has nothing to do"));
    }
}
