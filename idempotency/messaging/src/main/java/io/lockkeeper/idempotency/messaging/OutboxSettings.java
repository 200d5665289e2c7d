package io.lockkeeper.idempotency.messaging;

import java.time.Duration;
import java.util.Optional;

/**
 * How an outbox and its relay work. Immutable.
 *
 * @param batch how many messages the relay claims in a transaction at most (100)
 * @param interval how often the relay looks for messages (500 ms)
 * @param sendTimeout how long it waits for the confirmation of a message (10 s)
 * @param backoff how long it waits after a message was refused, or the broker did not serve; twice as long each time, up to a minute
 *     (1 s)
 * @param maxRefusals how often a message may be refused before it is set aside, and those behind it go on (10); empty for never
 * @param keepSent how long messages are kept after they were sent, to be looked at; empty to delete them at once (empty)
 * @param createTables whether to create the tables at the first use if they are missing (yes)
 */
public record OutboxSettings(
        int batch,
        Duration interval,
        Duration sendTimeout,
        Duration backoff,
        Optional<Integer> maxRefusals,
        Optional<Duration> keepSent,
        boolean createTables) {

    private static final int MOST = 10_000;

    private static final OutboxSettings DEFAULTS = new OutboxSettings(
            100,
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Optional.of(10),
            Optional.empty(),
            true);

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a number or duration is not positive, or the batch greater than 10,000
     */
    public OutboxSettings {
        if (batch < 1 || batch > MOST || maxRefusals.filter(most -> most < 1).isPresent()) {
            throw new IllegalArgumentException(
                    "A batch has 1 to " + MOST + " messages, and a message is tried at least once");
        }
        check(interval);
        check(sendTimeout);
        check(backoff);
        keepSent.ifPresent(OutboxSettings::check);
    }

    private static void check(Duration duration) {
        if (duration.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("A time of the outbox must be at least a millisecond, not " + duration);
        }
    }

    /** Returns the defaults, as documented for each component. */
    public static OutboxSettings defaults() {
        return DEFAULTS;
    }

    /** Returns settings with another size of batches. */
    public OutboxSettings withBatch(int newBatch) {
        return new OutboxSettings(newBatch, interval, sendTimeout, backoff, maxRefusals, keepSent, createTables);
    }

    /** Returns settings with another interval. */
    public OutboxSettings withInterval(Duration newInterval) {
        return new OutboxSettings(batch, newInterval, sendTimeout, backoff, maxRefusals, keepSent, createTables);
    }

    /** Returns settings with another timeout of confirmations. */
    public OutboxSettings withSendTimeout(Duration newTimeout) {
        return new OutboxSettings(batch, interval, newTimeout, backoff, maxRefusals, keepSent, createTables);
    }

    /** Returns settings with another first pause after a failure. */
    public OutboxSettings withBackoff(Duration newBackoff) {
        return new OutboxSettings(batch, interval, sendTimeout, newBackoff, maxRefusals, keepSent, createTables);
    }

    /** Returns settings with another number of refusals. */
    public OutboxSettings withMaxRefusals(int newMaxRefusals) {
        return new OutboxSettings(
                batch, interval, sendTimeout, backoff, Optional.of(newMaxRefusals), keepSent, createTables);
    }

    /** Returns settings that never set a message aside: those behind it wait. */
    public OutboxSettings withoutMaxRefusals() {
        return new OutboxSettings(batch, interval, sendTimeout, backoff, Optional.empty(), keepSent, createTables);
    }

    /** Returns settings that keep messages after they were sent. */
    public OutboxSettings withKeepSent(Duration kept) {
        return new OutboxSettings(batch, interval, sendTimeout, backoff, maxRefusals, Optional.of(kept), createTables);
    }

    /** Returns settings that create the tables, or do not. */
    public OutboxSettings withCreateTables(boolean create) {
        return new OutboxSettings(batch, interval, sendTimeout, backoff, maxRefusals, keepSent, create);
    }
}
