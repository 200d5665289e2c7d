package io.lockkeeper.optimistic;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * Sleeps for a time that is drawn evenly from none to all of it. Those who met once are spread over the whole pause,
 * which gets more work done than any narrower spread (Brooker, "Exponential Backoff And Jitter", AWS, 2015).
 */
final class FullJitter implements Pause {

    static final Pause ASLEEP =
            new FullJitter(most -> ThreadLocalRandom.current().nextLong(most + 1), NANOSECONDS::sleep);

    private final LongUnaryOperator draw;
    private final Sleep sleep;

    /**
     * A pause made of two parts.
     *
     * @param draw gives a number from 0 to the given one, both included
     * @param sleep waits for that many nanoseconds
     */
    FullJitter(LongUnaryOperator draw, Sleep sleep) {
        this.draw = draw;
        this.sleep = sleep;
    }

    @Override
    public void upTo(Duration most) throws InterruptedException {
        if (Thread.interrupted()) { // The JDK's sleep of no time does not look.
            throw new InterruptedException();
        }
        sleep.nanos(draw.applyAsLong(most.toNanos()));
    }

    /** Waits. */
    @FunctionalInterface
    interface Sleep {
        void nanos(long nanos) throws InterruptedException;
    }
}
