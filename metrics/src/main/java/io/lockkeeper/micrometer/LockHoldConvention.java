package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;

/**
 * The name and the key values of observations of holdings. The methods' defaults are the convention that applies if no other is
 * given.
 */
public non-sealed interface LockHoldConvention extends LockConvention<LockHoldContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof LockHoldContext;
    }

    @Override
    default String getName() {
        return "lockkeeper.lock.hold";
    }

    @Override
    default String getContextualName(LockHoldContext context) {
        return "lock hold";
    }
}
