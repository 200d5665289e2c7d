package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.FailureDecision;
import java.util.Set;

/**
 * Decides by an answer's status whether it is final. A final answer is stored and replayed; any other is sent, and the key is free
 * again (or left in progress). An exception that leaves the application counts as status 500. In transactional mode, the
 * business writes of an answer that is not final are rolled back.
 */
@FunctionalInterface
public interface StatusPolicy {

    /**
     * Decides on an answer.
     *
     * @param status its HTTP status
     * @return {@link FailureDecision#STORE} if it is final
     */
    FailureDecision decide(int status);

    /**
     * Returns the default: an answer is final unless its status is 5xx, or one that says that the same request may succeed
     * later or with other credentials: 401, 403, 408, 409, 423, 425, 429.
     *
     * @return the policy
     */
    static StatusPolicy finalAnswers() {
        Set<Integer> later = Set.of(401, 403, 408, 409, 423, 425, 429);
        return status -> status < 500 && !later.contains(status) ? FailureDecision.STORE : FailureDecision.FREE;
    }

    /**
     * Returns the policy of Stripe's first API: every answer is final, also 500. Right if an operation that failed halfway must not
     * be run again.
     *
     * @return the policy
     */
    static StatusPolicy everything() {
        return status -> FailureDecision.STORE;
    }

    /**
     * Returns the policy of Stripe's second API: a request that failed is run again. Only 2xx and 3xx are final.
     *
     * @return the policy
     */
    static StatusPolicy successes() {
        return status -> status < 400 ? FailureDecision.STORE : FailureDecision.FREE;
    }
}
