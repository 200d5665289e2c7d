package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition of several locks: what each of them is asked for, and how much of the time is left.
 *
 * @param options what was asked for
 * @param alone whether it is a single lock after all
 * @param clock the client's, in nanoseconds
 * @param began when it began
 */
record MultiRequest(LockOptions options, boolean alone, LongSupplier clock, long began) {

    static MultiRequest of(LockOptions options, boolean alone, LongSupplier clock) {
        if (!alone && !options.atLeast().isZero()) {
            throw new IllegalArgumentException(
                    "Several locks cannot be kept for a minimum time (withAtLeast): if one of them could not be acquired, the"
                            + " others would stay held. Acquire the lock that is to be kept by itself.");
        }
        return new MultiRequest(options, alone, clock, clock.getAsLong());
    }

    /** What the next lock is asked for. Of losses the lease of all is told, once all are held. */
    LockOptions member() {
        LockOptions member = LockOptions.defaults()
                .withPurpose(options.purpose())
                .withInterruptOnLoss(alone && options.interruptOnLoss())
                .withDescription(options.description())
                .withAtLeast(options.atLeast());
        if (options.lease().orElse(null) instanceof LeasePolicy.Renewed renewed) {
            member = member.withRenewedLease(renewed.lease());
        } else if (alone && options.lease().isPresent()) {
            member = member.withFixedLease(options.lease().get().lease());
        }
        return options.maxWait().isPresent() ? member.withMaxWait(rest()) : member.withUnboundedWait();
    }

    /** The length that all leases are to have once all are there; empty if it needs not be set. */
    Optional<Duration> fixed() {
        return alone
                ? Optional.empty()
                : options.lease().filter(LeasePolicy.Fixed.class::isInstance).map(LeasePolicy::lease);
    }

    private Duration rest() {
        Duration most = options.maxWait().orElse(Duration.ZERO);
        Duration waited = waited();
        return most.compareTo(waited) > 0 ? most.minus(waited) : Duration.ZERO;
    }

    private Duration waited() {
        return Duration.ofNanos(clock.getAsLong() - began);
    }

    /** Whether there is no time for another attempt. */
    boolean isOver() {
        return options.maxWait().isPresent() && rest().isZero();
    }

    /** A failure as the user gets it: the wait for one lock counts as the wait for all. */
    RuntimeException failure(RuntimeException failure) {
        return failure instanceof LockTimeoutException late
                ? late(late.name(), late.holder().orElse(null))
                : failure;
    }

    /** Because of one lock the time is over. */
    LockTimeoutException late(String name, @Nullable Holder holder) {
        return new LockTimeoutException(name, waited(), holder);
    }
}
