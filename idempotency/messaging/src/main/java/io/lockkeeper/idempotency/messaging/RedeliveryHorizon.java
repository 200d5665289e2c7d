package io.lockkeeper.idempotency.messaging;

import java.time.Duration;
import java.util.Optional;

/**
 * How long after its first delivery a message may be delivered again. An inbox must remember messages for at least as long.
 *
 * @param longest empty if there is no limit
 */
public record RedeliveryHorizon(Optional<Duration> longest) {

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public RedeliveryHorizon {
        longest.ifPresent(duration -> check("The redelivery horizon", duration, Duration.ofMillis(1)));
    }

    /**
     * Returns the sum of what can delay a redelivery.
     *
     * @param inBroker how long the broker keeps a message and delivers it again: the retention of a Kafka topic, the time-to-live of a
     *     queue, delays of retries; dead-letter queues and retry topics included, if messages come back from there
     * @param downtime how long consumers, broker or database may be down beyond that, since time goes on for this inbox then
     * @throws IllegalArgumentException if the first is not positive or the second negative
     */
    public static RedeliveryHorizon of(Duration inBroker, Duration downtime) {
        check("The time in the broker", inBroker, Duration.ofMillis(1));
        check("The downtime", downtime, Duration.ZERO);
        return new RedeliveryHorizon(Optional.of(inBroker.plus(downtime)));
    }

    /** Returns the horizon of a broker that keeps messages for ever: a queue without time-to-live, a topic without retention. */
    public static RedeliveryHorizon unlimited() {
        return new RedeliveryHorizon(Optional.empty());
    }

    private static void check(String what, Duration duration, Duration least) {
        if (duration.compareTo(least) < 0) {
            throw new IllegalArgumentException(what + " must be at least " + least + ", not " + duration);
        }
    }
}
