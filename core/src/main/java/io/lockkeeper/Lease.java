package io.lockkeeper;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The right to hold a lock until a deadline, renewed or fixed.
 *
 * <p>The deadline is counted on this process's monotonic clock from before the request that won the
 * lease was sent, and ends before the store's. So a lease whose {@link #isHeld()} is true is still the
 * store's current one, clock rates being within 0.1 % of each other; a process that was paused past its
 * deadline sees false at its next look. What a pause <em>between</em> the look and the deed can do, only
 * the {@link #token()} prevents. Safe for use by many threads; any of them may close it.
 */
public interface Lease extends AutoCloseable {

    /**
     * The lock's name.
     *
     * @return the name, as it was given
     */
    String name();

    /**
     * The fencing token: greater than that of every earlier holder of this lock.
     *
     * <p>Not so on a store without fencing tokens ({@link Guarantees.Tokens#NONE}), such as memcached: there it is a
     * number that means nothing, which another holder may have, too, and a lock is refused for {@link Purpose#FENCED}.
     *
     * @return the token; a resource that has seen a greater one must refuse this one
     */
    long token();

    /**
     * Whether the lease is current. Costs no round trip.
     *
     * @return false once closed, lost, or past the deadline
     */
    boolean isHeld();

    /**
     * The time until the deadline, unless it is renewed.
     *
     * @return zero if not held; empty if held without a deadline, as file locks are
     */
    Optional<Duration> remaining();

    /**
     * Returns if the lease is held, else throws.
     *
     * @throws LeaseLostException if it was lost, with when and why
     * @throws NotHeldException if it was closed
     */
    void ensureHeld();

    /**
     * Adds a listener for the loss of this lease. It runs once, on a thread of the client's own, at
     * once if the lease is lost already, never if it is closed first.
     *
     * @param listener told when and why
     * @return this lease
     */
    Lease onLost(Consumer<LeaseLoss> listener);

    /**
     * Releases the lock without blocking. A second call returns the same outcome.
     *
     * @return completes when the store has answered, or when it could not be asked (the release is then
     *     repeated in the background until the lease has ended); exceptionally with
     *     {@link LeaseLostException} if the lease was lost before
     */
    CompletableFuture<Void> closeAsync();

    /**
     * Releases the lock and waits for the store's answer, not longer than the store's own time-out.
     * Only the first call does anything.
     *
     * @throws LeaseLostException if the lease was lost before: what was done under it was not protected
     */
    @Override
    void close();
}
