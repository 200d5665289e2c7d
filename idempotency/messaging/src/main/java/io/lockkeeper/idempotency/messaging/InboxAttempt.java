package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.IdempotencyKey;

/**
 * An attempt to handle a message.
 *
 * @param key the consumer and the message's id
 * @param token greater than that of every attempt that committed before
 * @param number 1 for the first; the attempts that failed before are counted, although they were rolled back
 */
public record InboxAttempt(IdempotencyKey key, long token, int number) implements Attempt {}
