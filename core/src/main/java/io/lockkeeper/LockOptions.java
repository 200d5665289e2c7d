package io.lockkeeper;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one acquisition asks for. Immutable: each {@code with…} method returns a changed copy.
 *
 * <p>The defaults: wait as long as it takes, a lease that is renewed with the client's lease time,
 * purpose {@link Purpose#EFFICIENCY}, no listener, no interruption. Options that are given for one acquisition are
 * combined with those of the lock by {@link #over}.
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
     * The defaults.
     *
     * @return options as described above
     */
    public static LockOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Combines these options, given for one acquisition, with those of a lock: what is set here is used, the rest is the
     * lock's. The listeners of both are told of a loss, the stricter purpose applies, the thread is interrupted if
     * either says so, and the longer {@link #withAtLeast} applies.
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
     * Bounds the wait.
     *
     * @param maxWait how long at most; zero for a single attempt
     * @return a copy
     */
    public LockOptions withMaxWait(Duration maxWait) {
        if (maxWait.isNegative()) {
            throw new IllegalArgumentException("A wait is zero or longer; this one: " + maxWait);
        }
        return with(new Times(maxWait, times.lease, times.atLeast));
    }

    /**
     * Waits as long as it takes.
     *
     * @return a copy
     */
    public LockOptions withUnboundedWait() {
        return with(new Times(FOR_EVER, times.lease, times.atLeast));
    }

    /**
     * Fixes the lease: it ends after this time, released or not. A thread that re-enters the lock does not change that,
     * whatever it asks for.
     *
     * @param lease longer than zero, at most 365 days
     * @return a copy; refused with {@link WeakGuaranteeException} for {@link Purpose#CORRECTNESS}, since the next holder
     *     begins while this one may be paused
     */
    public LockOptions withFixedLease(Duration lease) {
        return with(new Times(times.maxWait, new LeasePolicy.Fixed(lease), times.atLeast));
    }

    /**
     * Renews the lease while it is held, with a lease time other than the client's.
     *
     * @param lease longer than zero, at most 365 days; less than 50 ms is rounded up
     * @return a copy
     */
    public LockOptions withRenewedLease(Duration lease) {
        return with(new Times(times.maxWait, new LeasePolicy.Renewed(lease), times.atLeast));
    }

    /**
     * Keeps the lock taken for at least this time after it was granted, whether it is released before, and even if the
     * holder's process dies: so a scheduled job that takes a second runs once on all machines, though their clocks
     * differ by more than that. Who waits does not queue in the store but asks again, every half second at the latest.
     *
     * @param atLeast zero (the default) or longer, at most 365 days
     * @return a copy; refused with {@link WeakGuaranteeException} on a store whose leases can't outlive the client
     */
    public LockOptions withAtLeast(Duration atLeast) {
        if (atLeast.isNegative() || atLeast.compareTo(LeasePolicy.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "A lock stays taken for zero to 365 days after its grant; this one: " + atLeast);
        }
        return with(new Times(times.maxWait, times.lease, atLeast));
    }

    /**
     * Says what the lock is for, so that a store too weak for it is refused.
     *
     * @param purpose what a double holding would cost
     * @return a copy
     */
    public LockOptions withPurpose(Purpose purpose) {
        Objects.requireNonNull(purpose, "purpose");
        return new LockOptions(times, purpose, onLoss, description);
    }

    /**
     * Adds a listener to every lease acquired with these options, in place of an earlier one of these options.
     *
     * @param onLost told when and why a lease was lost, on a thread of the client's own
     * @return a copy
     */
    public LockOptions withOnLost(Consumer<LeaseLoss> onLost) {
        Objects.requireNonNull(onLost, "onLost");
        return new LockOptions(times, purpose, new OnLoss(onLost, onLoss.interrupt), description);
    }

    /**
     * Interrupts the thread that acquired the lease if the lease is lost. Without an effect on
     * {@link DistributedLock#acquireAsync()}, which is nobody's thread.
     *
     * @param interruptOnLoss whether to interrupt
     * @return a copy
     */
    public LockOptions withInterruptOnLoss(boolean interruptOnLoss) {
        return new LockOptions(times, purpose, new OnLoss(onLoss.listener, interruptOnLoss), description);
    }

    /**
     * Says what the lock is held for, to be read by people who look at the store.
     *
     * @param description at most 200 characters; longer ones are cut
     * @return a copy
     */
    public LockOptions withDescription(String description) {
        return new LockOptions(times, purpose, onLoss, Holder.cut(description));
    }

    private LockOptions with(Times changed) {
        return new LockOptions(changed, purpose, onLoss, description);
    }

    /**
     * How long to wait at most.
     *
     * @return empty for as long as it takes
     */
    public Optional<Duration> maxWait() {
        return Optional.ofNullable(FOR_EVER.equals(times.maxWait) ? null : times.maxWait);
    }

    /**
     * How long the lease lasts.
     *
     * @return empty for a renewed lease with the client's lease time
     */
    public Optional<LeasePolicy> lease() {
        return Optional.ofNullable(times.lease);
    }

    /**
     * How long the lock stays taken after it was granted, released or not.
     *
     * @return zero by default
     */
    public Duration atLeast() {
        return times.atLeast;
    }

    /**
     * What the lock is for.
     *
     * @return the purpose
     */
    public Purpose purpose() {
        return purpose;
    }

    /**
     * The listener for losses.
     *
     * @return empty if there is none
     */
    public Optional<Consumer<LeaseLoss>> onLost() {
        return Optional.ofNullable(onLoss.listener);
    }

    /**
     * Whether the holding thread is interrupted when the lease is lost.
     *
     * @return false by default
     */
    public boolean interruptOnLoss() {
        return onLoss.interrupt;
    }

    /**
     * What the lock is held for.
     *
     * @return empty text by default
     */
    public String description() {
        return description;
    }
}
