package io.lockkeeper.races;

import java.time.Duration;
import java.util.Random;

/** A source of faults of one kind, which come one after the other. */
@FunctionalInterface
interface Trouble {

    /** Decides by chance what breaks next; breaks nothing yet. */
    Fault next(Random random);

    /** A duration by chance. */
    static Duration between(Random random, Duration least, Duration most) {
        return least.plusNanos((long) (random.nextDouble() * most.minus(least).toNanos()));
    }

    /** One of these by chance. */
    @SafeVarargs
    static <T> T oneOf(Random random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
