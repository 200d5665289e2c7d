package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.FailurePolicy;
import io.lockkeeper.idempotency.StoredFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failures of operations: what becomes of the key, and what is stored of them. */
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");
    private static final int LONGEST_MESSAGE = 1_000;

    private Failures() {}

    /**
     * Asks the policy.
     *
     * @param policy the policy
     * @param failure what the operation threw
     * @return its decision; {@link FailureDecision#LEAVE} if it throws an exception
     */
    public static FailureDecision decide(FailurePolicy policy, Throwable failure) {
        try {
            return policy.decide(failure);
        } catch (RuntimeException | Error e) {
            LOG.error("The failure policy threw an exception; the key is left", e);
            return FailureDecision.LEAVE;
        }
    }

    /**
     * Returns what is stored of a failure.
     *
     * @param failure what the operation threw
     * @return its class and the first 1,000 characters of its message
     */
    public static StoredFailure stored(Throwable failure) {
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        return new StoredFailure(
                failure.getClass().getName(),
                message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message);
    }
}
