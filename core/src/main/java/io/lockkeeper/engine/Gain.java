package io.lockkeeper.engine;

import io.lockkeeper.store.Grant;

/**
 * A claim that was granted.
 *
 * @param grant the grant
 * @param lease the lease that was asked for, in nanoseconds
 * @param deadline until when the grant may be relied upon
 * @param extend whether the lease granted is only a claim time
 * @param echo whether a copy of the claim may still be on its way to the store
 */
record Gain(Grant grant, long lease, long deadline, boolean extend, boolean echo) {}
