package io.lockkeeper.micrometer;

import io.lockkeeper.LockClient;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Observes the locks of clients: each wait and each hold is an {@link Observation}, from which handlers make traces and meters.
 *
 * <pre>{@code
 * LockClient locks = LockObservations.of(registry, url).observe(LockClient.connect(url));
 * }</pre>
 *
 * <p>A wait is the current observation of its thread while it lasts. The parent of a hold is what was current when its acquisition
 * began; it is itself current only while the task of {@link io.lockkeeper.DistributedLock#call} runs, since any other lease may be
 * closed by any thread. A re-entry is neither. What an {@linkplain LockClient#election election} acquires is not observed.
 *
 * <p>Exceptions of handlers and conventions are logged and never reach whoever locks. Immutable; safe for use by many threads.
 */
public final class LockObservations {

    private static final LockWaitConvention WAIT = new DefaultLockWaitConvention();
    private static final LockHoldConvention HOLD = new DefaultLockHoldConvention();

    private final ObservationRegistry registry;
    private final String store;
    private final KeyValues keyValues;
    private final @Nullable LockWaitConvention waits;
    private final @Nullable LockHoldConvention holds;

    private LockObservations(
            ObservationRegistry registry,
            String store,
            KeyValues keyValues,
            @Nullable LockWaitConvention waits,
            @Nullable LockHoldConvention holds) {
        this.registry = registry;
        this.store = store;
        this.keyValues = keyValues;
        this.waits = waits;
        this.holds = holds;
    }

    /**
     * Returns observations with the conventions that the registry has for them, or else the default ones.
     *
     * @param registry whose handlers are told
     * @param store the scheme of the store's address, such as {@code redis}; of a whole address, only the scheme is used
     * @return the observations
     */
    public static LockObservations of(ObservationRegistry registry, String store) {
        return new LockObservations(registry, LockMetricsOptions.scheme(store), KeyValues.empty(), null, null);
    }

    /**
     * Adds key values of low cardinality to every observation, for example to tell two Redis servers apart.
     *
     * @param more the key values; one of a convention takes the place of one with the same key
     * @return a copy
     */
    public LockObservations withKeyValues(KeyValues more) {
        return new LockObservations(registry, store, keyValues.and(more), waits, holds);
    }

    /**
     * Sets the convention of waits.
     *
     * @param convention the convention
     * @return a copy
     */
    public LockObservations withWaitConvention(LockWaitConvention convention) {
        return new LockObservations(registry, store, keyValues, convention, holds);
    }

    /**
     * Sets the convention of holds.
     *
     * @param convention the convention
     * @return a copy
     */
    public LockObservations withHoldConvention(LockHoldConvention convention) {
        return new LockObservations(registry, store, keyValues, waits, convention);
    }

    /**
     * Wraps a client. Whatever is acquired through the returned client is observed; all else is the wrapped client's. A thread that
     * locks by one of the two clients should unlock by the same one.
     *
     * @param client the client
     * @return the observed client; closing it closes the wrapped one
     */
    public LockClient observe(LockClient client) {
        return new ObservedClient(client, this); // Also if nobody is told yet: handlers may be added later.
    }

    /** Begins to observe an acquisition. */
    Wait await(List<String> names) {
        Observation parent = Shielded.current(registry);
        LockWaitContext context = new LockWaitContext(store, names);
        Shielded started = Shielded.start(
                registry, () -> described(Observation.createNotStarted(waits, WAIT, () -> context, registry)), parent);
        return new Wait(this, context, started, parent);
    }

    /** Begins to observe a holding. */
    Holding hold(List<String> names, @Nullable Observation parent) {
        LockHoldContext context = new LockHoldContext(store, names);
        Shielded started = Shielded.start(
                registry, () -> described(Observation.createNotStarted(holds, HOLD, () -> context, registry)), parent);
        return new Holding(context, started);
    }

    /** Begins to observe a holding that was not waited for. */
    Holding hold(List<String> names) {
        return hold(names, Shielded.current(registry));
    }

    private Observation described(Observation created) {
        return created.lowCardinalityKeyValues(keyValues);
    }
}
