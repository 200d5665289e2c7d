package io.lockkeeper;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of an acquisition. Immutable: each {@code with…} method returns a changed copy.
 *
 * <p>The defaults are an unlimited wait, a lease that is renewed with the client's lease time, purpose {@link
 * Purpose#EFFICIENCY}, no listener, and no interrupt. Options that are given for one acquisition are combined with those of
 * the lock by {@link #over}.
 */
public final class LockOptions {

    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static final LockOptions DEFAULTS =
            new LockOptions(new Times(null, null, Duration.ZERO), Purpose.EFFICIENCY, new OnLoss(null, false), "");

    private final Times times;
    private final Purpose purpose;
    private final OnLoss onLoss;
    private final String description;

    private LockOptions(Times times, Purpose purpose, OnLoss onLoss, String description) {
        this.times = times;
        this.purpose = purpose;
        this.onLoss = onLoss;
        this.description = description;
    }

    private record Times(
            @Nullable Duration maxWait, @Nullable LeasePolicy lease, Duration atLeast) {}

    private record OnLoss(@Nullable Consumer<LeaseLoss> listener, boolean interrupt) {}

    /**
     * Returns the default options.
     *
     * @return the defaults, as described above
     */
    public static LockOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Combines these options, given for one acquisition, with those of a lock. Options that are set here take
     * precedence over the lock's. The listeners of both are notified of a loss, the stricter purpose applies, the thread
     * is interrupted if either requests it, and the longer {@link #withAtLeast} applies.
     *
     * @param base the lock's own options
     * @return the options of the acquisition
     */
    public LockOptions over(LockOptions base) {
        if (base == DEFAULTS || base == this) {
            return this;
        }
        if (this == DEFAULTS) {
            return base;
        }
        Times combined = new Times(
                times.maxWait == null ? base.times.maxWait : times.maxWait,
                times.lease == null ? base.times.lease : times.lease,
                times.atLeast.compareTo(base.times.atLeast) >= 0 ? times.atLeast : base.times.atLeast);
        Consumer<LeaseLoss> inner = onLoss.listener;
        Consumer<LeaseLoss> outer = base.onLoss.listener;
        Consumer<LeaseLoss> both = inner == null ? outer : outer == null ? inner : inner.andThen(outer);
        return new LockOptions(
                combined,
                purpose.compareTo(base.purpose) >= 0 ? purpose : base.purpose,
                new OnLoss(both, onLoss.interrupt || base.onLoss.interrupt),
                description.isEmpty() ? base.description : description);
    }

    /**
     * Limits the wait. If the store has not answered at all by then, its first answer decides: so a lock is reported as
     * held only if it is. That takes at most the store's timeout longer.
     *
     * @param maxWait the maximum wait; zero for a single attempt
     * @return a copy
     */
    public LockOptions withMaxWait(Duration maxWait) {
        if (maxWait.isNegative()) {
            throw new IllegalArgumentException("The maximum wait must be zero or longer, not " + maxWait);
        }
        return with(new Times(maxWait, times.lease, times.atLeast));
    }

    /**
     * Waits without a limit.
     *
     * @return a copy
     */
    public LockOptions withUnboundedWait() {
        return with(new Times(FOR_EVER, times.lease, times.atLeast));
    }

    /**
     * Uses a fixed lease. It is not renewed, and ends after this time even if it was not released. A thread that
     * re-enters the lock does not change that. The client checks the lease in the store every third of the client's lease
     * time, so that the holder learns if the lock was deleted from the store or released by force.
     *
     * @param lease the lease time: longer than zero, at most 365 days
     * @return a copy; acquisitions with it throw {@link WeakGuaranteeException} for {@link Purpose#CORRECTNESS}, because
     *     the lock passes to the next holder even if this one is paused
     */
    public LockOptions withFixedLease(Duration lease) {
        return with(new Times(times.maxWait, new LeasePolicy.Fixed(lease), times.atLeast));
    }

    /**
     * Uses a lease that is renewed while it is held, with another lease time than the client's.
     *
     * @param lease the lease time: longer than zero, at most 365 days; less than 50 ms is rounded up
     * @return a copy
     */
    public LockOptions withRenewedLease(Duration lease) {
        return with(new Times(times.maxWait, new LeasePolicy.Renewed(lease), times.atLeast));
    }

    /**
     * Keeps the lock held for at least this time after it was granted, even if it is released before or the holder's
     * process dies. A scheduled job that takes a second then runs only once across all machines, even if their clocks
     * differ by more than a second. Waiters for such a lock do not queue in the store; they poll, at least every half second.
     *
     * @param atLeast the minimum time: zero (the default) to 365 days
     * @return a copy; acquisitions with it throw {@link WeakGuaranteeException} on a store whose leases cannot outlive
     *     the client
     */
    public LockOptions withAtLeast(Duration atLeast) {
        if (atLeast.isNegative() || atLeast.compareTo(LeasePolicy.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "The minimum hold time must be between zero and 365 days, not " + atLeast);
        }
        return with(new Times(times.maxWait, times.lease, atLeast));
    }

    /**
     * Declares the purpose of the lock. A store whose guarantees are too weak for it is refused.
     *
     * @param purpose the purpose
     * @return a copy
     */
    public LockOptions withPurpose(Purpose purpose) {
        Objects.requireNonNull(purpose, "purpose");
        return new LockOptions(times, purpose, onLoss, description);
    }

    /**
     * Sets the listener of every lease acquired with these options. It replaces the listener set before.
     *
     * @param onLost receives when and why a lease was lost, on a thread of the client
     * @return a copy
     */
    public LockOptions withOnLost(Consumer<LeaseLoss> onLost) {
        Objects.requireNonNull(onLost, "onLost");
        return new LockOptions(times, purpose, new OnLoss(onLost, onLoss.interrupt), description);
    }

    /**
     * Sets whether the thread that acquired the lease is interrupted if the lease is lost. It has no effect on
     * {@link DistributedLock#acquireAsync()}, whose leases have no thread.
     *
     * @param interruptOnLoss true to interrupt the thread
     * @return a copy
     */
    public LockOptions withInterruptOnLoss(boolean interruptOnLoss) {
        return new LockOptions(times, purpose, new OnLoss(onLoss.listener, interruptOnLoss), description);
    }

    /**
     * Sets a description of what the lock is held for, which is shown to people who inspect the store.
     *
     * @param description the text; it is truncated to 200 characters
     * @return a copy
     */
    public LockOptions withDescription(String description) {
        return new LockOptions(times, purpose, onLoss, Holder.cut(description));
    }

    private LockOptions with(Times changed) {
        return new LockOptions(changed, purpose, onLoss, description);
    }

    /**
     * Returns the maximum wait.
     *
     * @return the limit; empty if there is none
     */
    public Optional<Duration> maxWait() {
        return Optional.ofNullable(FOR_EVER.equals(times.maxWait) ? null : times.maxWait);
    }

    /**
     * Returns the lease policy.
     *
     * @return the policy; empty for a renewed lease with the client's lease time
     */
    public Optional<LeasePolicy> lease() {
        return Optional.ofNullable(times.lease);
    }

    /**
     * Returns the minimum time for which the lock stays held after it was granted.
     *
     * @return the time; zero by default
     */
    public Duration atLeast() {
        return times.atLeast;
    }

    /**
     * Returns the purpose of the lock.
     *
     * @return the purpose
     */
    public Purpose purpose() {
        return purpose;
    }

    /**
     * Returns the listener for losses.
     *
     * @return the listener; empty if there is none
     */
    public Optional<Consumer<LeaseLoss>> onLost() {
        return Optional.ofNullable(onLoss.listener);
    }

    /**
     * Returns whether the holding thread is interrupted when the lease is lost.
     *
     * @return true if it is; false by default
     */
    public boolean interruptOnLoss() {
        return onLoss.interrupt;
    }

    /**
     * Returns the description of what the lock is held for.
     *
     * @return the text; empty by default
     */
    public String description() {
        return description;
    }
}
