package io.lockkeeper.idempotency;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An attempt whose key is owned by a lease, which is renewed while the operation runs. */
public interface LeasedAttempt extends Attempt {

    /**
     * Returns whether this attempt certainly owns its key, by the local deadline of its lease. Costs no round trip.
     *
     * @return false once the lease may have expired, or was found to be lost
     */
    boolean isOwner();

    /**
     * Throws if this attempt may no longer own its key: to be called before a step that cannot be undone.
     *
     * @throws AttemptLostException if {@link #isOwner()} is false
     */
    default void ensureOwner() {
        if (!isOwner()) {
            throw new AttemptLostException(key(), token());
        }
    }

    /**
     * Returns how much of the lease is certainly left.
     *
     * @return zero if {@link #isOwner()} is false
     */
    Duration remaining();

    /**
     * Adds a listener that is called once if this attempt loses its key while the operation runs.
     *
     * @param listener called on the executor of the {@linkplain IdempotencySettings settings}; immediately if the key is lost already
     */
    void onLost(Runnable listener);

    /**
     * Runs a part of the operation, and stores its value as a recovery point: a later attempt gets the stored value and does not run the
     * part again. If this attempt dies between the part's effect and the recovery point, the part runs again: hand on
     * {@link #downstreamKey downstreamKey(step)}.
     *
     * <p>A failure that {@linkplain FailureDecision#FREE frees} the key drops its recovery points. For operations that are to go on behind
     * them after a failure, let the policy decide {@link FailureDecision#LEAVE}.
     *
     * <p>A recovery point that cannot be read fails the operation, and the key is left in progress, whatever the policy would decide.
     *
     * @param step the part's name, unique within the operation: 1 to 100 characters of printable ASCII
     * @param codec stores the value
     * @param action the part
     * @param <T> the type of its value
     * @param <E> the type of its exception
     * @return the part's value, from this attempt or an earlier one
     * @throws E if the part failed; it has no recovery point then
     * @throws AttemptLostException if this attempt no longer owns the key
     * @throws io.lockkeeper.StoreUnavailableException if the store did not confirm the recovery point; the part has run
     */
    <T extends @Nullable Object, E extends Exception> T step(
            String step, OutcomeCodec<T> codec, IdempotentAction<T, E> action) throws E;
}
