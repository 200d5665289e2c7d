package io.lockkeeper.micrometer;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.Locale;

/**
 * The name and the key values of observations of acquisitions. The methods' defaults are the convention that applies if no other is
 * given; {@code docs/metrics.md} lists its key values. A convention that throws an exception loses its observation, never a lock.
 */
public interface LockWaitConvention extends ObservationConvention<LockWaitContext> {

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

    /**
     * Returns the store and the outcome.
     *
     * @param context the context
     * @return {@code store} and {@code outcome}
     */
    @Override
    default KeyValues getLowCardinalityKeyValues(LockWaitContext context) {
        return KeyValues.of(
                KeyValue.of("store", context.store()),
                KeyValue.of("outcome", context.outcome().name().toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns the names of the locks.
     *
     * @param context the context
     * @return {@code lock}: the name, or the names of several, separated by commas
     */
    @Override
    default KeyValues getHighCardinalityKeyValues(LockWaitContext context) {
        return KeyValues.of(KeyValue.of("lock", String.join(",", context.locks())));
    }
}
