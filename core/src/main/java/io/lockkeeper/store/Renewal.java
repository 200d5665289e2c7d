package io.lockkeeper.store;

import java.time.Duration;

/**
 * The wish to keep a grant.
 *
 * @param grant the grant, as the last renewal left it
 * @param lease how long it is to last from now
 */
public record Renewal(Grant grant, Duration lease) {}
