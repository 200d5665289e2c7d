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
 * purpose {@link Purpose#EFFICIENCY}, no listener, no interruption.
 */
public final class LockOptions {

    private static final LockOptions DEFAULTS = new LockOptions(null, null, Purpose.EFFICIENCY, null, false, "");

    private final @Nullable Duration maxWait;
    private final @Nullable LeasePolicy lease;
    private final Purpose purpose;
    private final @Nullable Consumer<LeaseLoss> onLost;
    private final boolean interruptOnLoss;
    private final String description;

    private LockOptions(
            @Nullable Duration maxWait,
            @Nullable LeasePolicy lease,
            Purpose purpose,
            @Nullable Consumer<LeaseLoss> onLost,
            boolean interruptOnLoss,
            String description) {
        this.maxWait = maxWait;
        this.lease = lease;
        this.purpose = purpose;
        this.onLost = onLost;
        this.interruptOnLoss = interruptOnLoss;
        this.description = description;
    }

    /**
     * The defaults.
     *
     * @return options as described above
     */
    public static LockOptions defaults() {
        return DEFAULTS;
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
        return new LockOptions(maxWait, lease, purpose, onLost, interruptOnLoss, description);
    }

    /**
     * Waits as long as it takes.
     *
     * @return a copy
     */
    public LockOptions withUnboundedWait() {
        return maxWait == null ? this : new LockOptions(null, lease, purpose, onLost, interruptOnLoss, description);
    }

    /**
     * Fixes the lease: it ends after this time, released or not.
     *
     * @param lease 50 ms to 365 days
     * @return a copy
     */
    public LockOptions withFixedLease(Duration lease) {
        return new LockOptions(maxWait, new LeasePolicy.Fixed(lease), purpose, onLost, interruptOnLoss, description);
    }

    /**
     * Renews the lease while it is held, with a lease time other than the client's.
     *
     * @param lease 50 ms to 365 days
     * @return a copy
     */
    public LockOptions withRenewedLease(Duration lease) {
        return new LockOptions(maxWait, new LeasePolicy.Renewed(lease), purpose, onLost, interruptOnLoss, description);
    }

    /**
     * Says what the lock is for, so that a store too weak for it is refused.
     *
     * @param purpose what a double holding would cost
     * @return a copy
     */
    public LockOptions withPurpose(Purpose purpose) {
        Objects.requireNonNull(purpose, "purpose");
        return new LockOptions(maxWait, lease, purpose, onLost, interruptOnLoss, description);
    }

    /**
     * Adds a listener to every lease acquired with these options, in place of an earlier one.
     *
     * @param onLost told when and why a lease was lost, on a thread of the client's own
     * @return a copy
     */
    public LockOptions withOnLost(Consumer<LeaseLoss> onLost) {
        Objects.requireNonNull(onLost, "onLost");
        return new LockOptions(maxWait, lease, purpose, onLost, interruptOnLoss, description);
    }

    /**
     * Interrupts the thread that acquired the lease if the lease is lost.
     *
     * @param interruptOnLoss whether to interrupt
     * @return a copy
     */
    public LockOptions withInterruptOnLoss(boolean interruptOnLoss) {
        return new LockOptions(maxWait, lease, purpose, onLost, interruptOnLoss, description);
    }

    /**
     * Says what the lock is held for, to be read by people who look at the store.
     *
     * @param description at most 200 characters; longer ones are cut
     * @return a copy
     */
    public LockOptions withDescription(String description) {
        return new LockOptions(maxWait, lease, purpose, onLost, interruptOnLoss, Holder.cut(description));
    }

    /**
     * How long to wait at most.
     *
     * @return empty for as long as it takes
     */
    public Optional<Duration> maxWait() {
        return Optional.ofNullable(maxWait);
    }

    /**
     * How long the lease lasts.
     *
     * @return empty for a renewed lease with the client's lease time
     */
    public Optional<LeasePolicy> lease() {
        return Optional.ofNullable(lease);
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
        return Optional.ofNullable(onLost);
    }

    /**
     * Whether the holding thread is interrupted when the lease is lost.
     *
     * @return false by default
     */
    public boolean interruptOnLoss() {
        return interruptOnLoss;
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
