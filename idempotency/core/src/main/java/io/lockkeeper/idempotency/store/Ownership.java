package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.IdempotencyKey;

/**
 * An attempt that owns, or owned, a key.
 *
 * @param key the key
 * @param owner the owner of the claim
 * @param token its fencing token
 */
public record Ownership(IdempotencyKey key, String owner, long token) {}
