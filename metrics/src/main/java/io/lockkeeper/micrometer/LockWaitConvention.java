package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;

/**
 * The name and the key values of observations of acquisitions. The methods' defaults are the convention that applies if no other is
 * given.
 */
public non-sealed interface LockWaitConvention extends LockConvention<LockWaitContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof LockWaitContext;
    }

    @Override
    default String getName() {
        return "lockkeeper.lock.wait";
    }

    @Override
    default String getContextualName(LockWaitContext context) {
        return "lock wait";
    }
}
