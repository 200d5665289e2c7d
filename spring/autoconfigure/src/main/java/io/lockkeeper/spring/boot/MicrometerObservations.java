package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import io.lockkeeper.micrometer.LockHoldConvention;
import io.lockkeeper.micrometer.LockObservations;
import io.lockkeeper.micrometer.LockWaitConvention;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observations in the application's registry. The key {@code name} tells stores of one kind apart.
 *
 * @param registry whose handlers are told
 * @param waits the application's convention of waits; null for that of the registry, or the default one
 * @param holds the application's convention of holds; null for that of the registry, or the default one
 */
record MicrometerObservations(
        ObservationRegistry registry,
        @Nullable LockWaitConvention waits,
        @Nullable LockHoldConvention holds) implements ClientObservations {

    /** The key of the store's name. */
    static final String NAME = "name";

    @Override
    public LockClient observe(String store, String scheme, LockClient client) {
        LockObservations observations = LockObservations.of(registry, scheme).withKeyValues(KeyValues.of(NAME, store));
        if (waits != null) {
            observations = observations.withWaitConvention(waits);
        }
        if (holds != null) {
            observations = observations.withHoldConvention(holds);
        }
        return observations.observe(client);
    }
}
