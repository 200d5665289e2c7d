package io.lockkeeper.store;

import java.time.Duration;

/**
 * A request to renew a grant.
 *
 * @param grant the grant, as the last renewal left it
 * @param lease the time from now until the lease expires
 */
public record Renewal(Grant grant, Duration lease) {}
