package io.lockkeeper.idempotency;

/**
 * What happens to a key whose attempt did not finish within its lease. Nobody knows whether that attempt had its effect.
 *
 * <p>In transactional mode there are no such keys: the database rolls an unfinished attempt back.
 */
public enum OnExpiry {

    /**
     * The next request runs the operation again, under a greater token. Right if the other side knows repeats by the
     * {@linkplain Attempt#downstreamKey key that was handed on}, or if a second effect replaces the first. A resource that only checks the
     * token keeps a late first attempt out, but an effect that happened before is done a second time.
     */
    RUN_AGAIN,

    /**
     * The next request asks the {@linkplain IdempotentCall#withRecovery recovery function}, under a greater token. If the question carries the
     * token, and the resource refuses older ones from then on, the answer stays true.
     */
    RECOVER,

    /**
     * The next request rejects the key, with {@link Rejection#EXPIRED}, for as long as it is {@linkplain IdempotencyOptions#withRetention
     * kept}.
     */
    REJECT,

    /**
     * Requests are answered with {@link Rejection#UNKNOWN} until a person has looked and frees or resolves the key in the
     * {@linkplain Idempotency#catalogue() catalogue}. The key is kept for the {@linkplain IdempotencyOptions#withRetention retention}, which
     * begins when the lease expires, and is free afterwards: {@link Retention#forever()} waits for the person in any case.
     */
    HOLD
}
