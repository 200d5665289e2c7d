package io.lockkeeper.store;

import java.time.Duration;

/**
 * The wish to keep a grant.
 *
 * @param grant the grant
 * @param lease how long it is to last from now
 */
public record Renewal(Grant grant, Duration lease) {}
