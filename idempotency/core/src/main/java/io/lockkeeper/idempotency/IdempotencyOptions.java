package io.lockkeeper.idempotency;

import java.time.Duration;

/** How requests are run: lease, wait, retention, what happens after a crash and after a failure. Immutable. */
public final class IdempotencyOptions {

    private static final Duration LONGEST_LEASE = Duration.ofDays(1);
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    private static final IdempotencyOptions DEFAULTS = new IdempotencyOptions(
            Duration.ofSeconds(30),
            new Waiting(Duration.ZERO, 1_024),
            Retention.of(Duration.ofHours(24)),
            OnExpiry.RUN_AGAIN,
            FailurePolicy.freeing());

    private final Duration lease;
    private final Waiting waiting;
    private final Retention retention;
    private final OnExpiry onExpiry;
    private final FailurePolicy failures;

    private IdempotencyOptions(
            Duration lease, Waiting waiting, Retention retention, OnExpiry onExpiry, FailurePolicy failures) {
        this.lease = lease;
        this.waiting = waiting;
        this.retention = retention;
        this.onExpiry = onExpiry;
        this.failures = failures;
    }

    /** How long repeats wait, and how many of them. */
    private record Waiting(Duration longest, int most) {}

    /**
     * Returns the defaults: a lease of 30 s, no wait, a retention of 24 h, {@link OnExpiry#RUN_AGAIN},
     * {@link FailurePolicy#freeing()}, at most 1,024 waiting repeats of a key in a process.
     *
     * @return the defaults
     */
    public static IdempotencyOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns options with another lease: after a crash, a key is closed for the remainder of its lease. The lease of a running
     * attempt is renewed every third of it, however long the operation takes. Without effect in transactional mode.
     *
     * @param newLease 100 ms to 1 day
     * @return the new options
     * @throws IllegalArgumentException if it is shorter or longer
     */
    public IdempotencyOptions withLease(Duration newLease) {
        Durations.check("The lease", newLease, SHORTEST_LEASE, LONGEST_LEASE);
        return new IdempotencyOptions(newLease, waiting, retention, onExpiry, failures);
    }

    /**
     * Returns options with another wait: how long a repeat waits for the request in flight before it is answered with
     * {@link Outcome.InFlight}.
     *
     * @param newMaxWait zero to 1 day
     * @return the new options
     * @throws IllegalArgumentException if it is negative or longer
     */
    public IdempotencyOptions withMaxWait(Duration newMaxWait) {
        Durations.check("The wait", newMaxWait, Duration.ZERO, LONGEST_LEASE);
        return new IdempotencyOptions(lease, new Waiting(newMaxWait, waiting.most()), retention, onExpiry, failures);
    }

    /**
     * Returns options with another bound of waiting repeats: those beyond it are answered with {@link Outcome.InFlight}
     * immediately.
     *
     * @param newMaxWaiters how many requests of a key wait in this process at the same time, at least 1
     * @return the new options
     * @throws IllegalArgumentException if it is less than 1
     */
    public IdempotencyOptions withMaxWaiters(int newMaxWaiters) {
        if (newMaxWaiters < 1) {
            throw new IllegalArgumentException("At least 1 request must be able to wait, not " + newMaxWaiters
                    + "; withMaxWait(Duration.ZERO) turns waiting off");
        }
        return new IdempotencyOptions(
                lease, new Waiting(waiting.longest(), newMaxWaiters), retention, onExpiry, failures);
    }

    /**
     * Returns options with another retention, which begins with the completion, or, of a key that is not finished, when its lease expires.
     *
     * @param newRetention how long outcomes are kept
     * @return the new options
     */
    public IdempotencyOptions withRetention(Retention newRetention) {
        return new IdempotencyOptions(lease, waiting, newRetention, onExpiry, failures);
    }

    /**
     * Returns options with another rule for keys whose attempt did not finish within its lease.
     *
     * @param newOnExpiry the rule
     * @return the new options
     */
    public IdempotencyOptions withOnExpiry(OnExpiry newOnExpiry) {
        return new IdempotencyOptions(lease, waiting, retention, newOnExpiry, failures);
    }

    /**
     * Returns options with another policy for failures.
     *
     * @param newFailures the policy
     * @return the new options
     */
    public IdempotencyOptions withFailures(FailurePolicy newFailures) {
        return new IdempotencyOptions(lease, waiting, retention, onExpiry, newFailures);
    }

    /**
     * Returns the lease of an attempt.
     *
     * @return until when an attempt that does not renew is thought dead
     */
    public Duration lease() {
        return lease;
    }

    /**
     * Returns how long a repeat waits for the request in flight.
     *
     * @return zero for not at all
     */
    public Duration maxWait() {
        return waiting.longest();
    }

    /**
     * Returns how many repeats of a key wait in this process at most.
     *
     * @return at least 1
     */
    public int maxWaiters() {
        return waiting.most();
    }

    /**
     * Returns how long outcomes are kept.
     *
     * @return from the completion on
     */
    public Retention retention() {
        return retention;
    }

    /**
     * Returns what happens to keys whose attempt did not finish within its lease.
     *
     * @return the rule
     */
    public OnExpiry onExpiry() {
        return onExpiry;
    }

    /**
     * Returns what happens to keys whose operation failed.
     *
     * @return the policy
     */
    public FailurePolicy failures() {
        return failures;
    }
}
