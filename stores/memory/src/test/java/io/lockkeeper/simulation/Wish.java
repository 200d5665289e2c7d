package io.lockkeeper.simulation;

import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.SplittableRandom;

/** What an acquisition asks for. */
final class Wish {

    /** The longest lease that is asked for. */
    static final Duration LONGEST = Duration.ofMillis(30_050);

    private Wish() {}

    /**
     * Mostly the defaults; else a bounded wait or none, a short or long lease, fixed or renewed, or kept taken.
     *
     * @param keeps whether the store can keep a lock taken though its holder lets go
     */
    static LockOptions random(SplittableRandom random, boolean keeps) {
        LockOptions options = LockOptions.defaults();
        int die = random.nextInt(8);
        if (die < 2) {
            options = options.withMaxWait(Duration.ofMillis(die == 0 ? 0 : random.nextInt(5_000)));
        }
        if (keeps && random.nextInt(10) == 0) {
            options = options.withAtLeast(Duration.ofMillis(random.nextInt(5_000)));
        }
        if (random.nextInt(3) > 0) {
            return options;
        }
        Duration lease = Duration.ofMillis(50 + random.nextInt(random.nextBoolean() ? 500 : 30_000));
        return random.nextBoolean() ? options.withFixedLease(lease) : options.withRenewedLease(lease);
    }
}
