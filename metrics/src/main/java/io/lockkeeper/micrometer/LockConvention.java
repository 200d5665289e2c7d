package io.lockkeeper.micrometer;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.ObservationConvention;
import java.util.Locale;

/**
 * The key values that observations of acquisitions and of holdings have in common; {@code docs/metrics.md} lists them. A convention
 * that throws an exception loses its observation, never a lock.
 *
 * @param <C> what is observed
 */
public sealed interface LockConvention<C extends LockContext<?>> extends ObservationConvention<C>
        permits LockHoldConvention, LockWaitConvention {

    /**
     * Returns the store and the outcome.
     *
     * @param context the context
     * @return {@code store} and {@code outcome}
     */
    @Override
    default KeyValues getLowCardinalityKeyValues(C context) {
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
    default KeyValues getHighCardinalityKeyValues(C context) {
        return KeyValues.of(KeyValue.of("lock", String.join(",", context.locks())));
    }
}
