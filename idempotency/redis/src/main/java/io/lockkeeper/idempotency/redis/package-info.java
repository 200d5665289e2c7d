/**
 * Idempotency in Redis, with leases: {@link io.lockkeeper.idempotency.redis.RedisIdempotency} is the entry.
 *
 * <p>A record is one hash, whose fields {@code record.lua} lists; each change of it is one script. May import {@code
 * io.lockkeeper.idempotency}, its {@code store} and {@code engine}; never {@code io.lockkeeper.redis}.
 */
@NullMarked
package io.lockkeeper.idempotency.redis;

import org.jspecify.annotations.NullMarked;
