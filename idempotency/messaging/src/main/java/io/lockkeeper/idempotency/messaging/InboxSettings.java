package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.Retention;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * How an inbox works. Immutable.
 *
 * @param consumer who handles the messages, at most 200 bytes: the consumer group, queue or subscription. The same in all processes that
 *     share the work, and in no others: consumers of different names never hide each other's messages. Ids of messages must be unique
 *     within all that a consumer reads.
 * @param horizon how long a message may be delivered again
 * @param retention how long messages are remembered, from the commit on (the horizon)
 * @param maxAttempts how often a message may fail before it is poison (5)
 * @param replays what an explicit redelivery means ({@link ReplayPolicy#RETRY})
 * @param counted which failures of the handler count as failed attempts (all but an interrupt and passing failures of the database); add
 *     failures of a service that is down, or its outage makes good messages poison
 * @param createTables whether to create the tables at the first use if they are missing (yes)
 */
public record InboxSettings(
        String consumer,
        RedeliveryHorizon horizon,
        Retention retention,
        int maxAttempts,
        ReplayPolicy replays,
        Predicate<Throwable> counted,
        boolean createTables) {

    private static final int DEFAULT_ATTEMPTS = 5;

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the retention is shorter than the horizon, the consumer is blank or no message may fail once
     */
    public InboxSettings {
        if (consumer.isBlank()) {
            throw new IllegalArgumentException(
                    "An inbox needs the name of its consumer: the consumer group, queue or subscription."
                            + " Without it consumers that share a table would hide each other's messages.");
        }
        IdempotencyKey.of(Inbox.scope(consumer), "any"); // checks its length and characters
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("A message has at least one attempt, not " + maxAttempts);
        }
        boolean forgets = retention
                .duration()
                .map(kept -> horizon.longest()
                        .map(longest -> kept.compareTo(longest) < 0)
                        .orElse(true))
                .orElse(false);
        if (forgets) {
            throw new IllegalArgumentException(
                    "The inbox of '" + consumer + "' would forget messages too early: it remembers them for "
                            + retention.duration().map(Duration::toString).orElse("ever")
                            + ", but a message can be delivered again "
                            + horizon.longest().map(longest -> "for " + longest).orElse("without limit")
                            + ", downtime included, and would be handled twice. Give it a longer retention"
                            + (horizon.longest().isPresent() ? "." : ": Retention.forever()."));
        }
    }

    /**
     * Returns the settings of a consumer, with the documented defaults.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static InboxSettings of(String consumer, RedeliveryHorizon horizon) {
        return new InboxSettings(
                consumer,
                horizon,
                new Retention(horizon.longest()),
                DEFAULT_ATTEMPTS,
                ReplayPolicy.RETRY,
                Failures::isCounted,
                true);
    }

    /**
     * Returns settings with another retention.
     *
     * @throws IllegalArgumentException if it is shorter than the horizon
     */
    public InboxSettings withRetention(Retention newRetention) {
        return new InboxSettings(consumer, horizon, newRetention, maxAttempts, replays, counted, createTables);
    }

    /**
     * Returns settings with another number of attempts.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public InboxSettings withMaxAttempts(int newMaxAttempts) {
        return new InboxSettings(consumer, horizon, retention, newMaxAttempts, replays, counted, createTables);
    }

    /** Returns settings with another meaning of explicit redeliveries. */
    public InboxSettings withReplays(ReplayPolicy newReplays) {
        return new InboxSettings(consumer, horizon, retention, maxAttempts, newReplays, counted, createTables);
    }

    /** Returns settings that do not count failures of the given kind as failed attempts, in addition to those that are not counted. */
    public InboxSettings withUncounted(Predicate<Throwable> passing) {
        return new InboxSettings(
                consumer, horizon, retention, maxAttempts, replays, counted.and(passing.negate()), createTables);
    }

    /** Returns settings that create the tables, or do not. */
    public InboxSettings withCreateTables(boolean create) {
        return new InboxSettings(consumer, horizon, retention, maxAttempts, replays, counted, create);
    }
}
