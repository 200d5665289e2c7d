package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.Retention;
import java.time.Duration;

/**
 * A renewal of a lease.
 *
 * @param owned the attempt
 * @param lease the new lease, from now on
 * @param abandoned how long the record is kept at least after its lease expired
 */
public record LeaseRenewal(Ownership owned, Duration lease, Retention abandoned) {}
