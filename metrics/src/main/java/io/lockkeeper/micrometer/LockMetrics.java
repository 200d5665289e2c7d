package io.lockkeeper.micrometer;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The meters of a store's locks: timers and counters that a client's events feed, and gauges that ask the client.
 *
 * <pre>{@code
 * LockMetrics metrics = LockMetrics.of(registry, LockMetricsOptions.forStore(url));
 * LockClient locks = LockClient.connect(url, ClientOptions.defaults().withListener(metrics));
 * metrics.bind(locks);
 * }</pre>
 *
 * <p>{@code docs/metrics.md} lists the meters. Timers and counters are low if events were dropped, see {@link LockListener}. The
 * gauges are not counted from events: they are what the bound clients hold and wait for when they are read.
 *
 * <p>One object serves any number of clients of one store. Objects with the same registry, store and tags share their meters: the
 * gauges are about the clients of all of them. Safe for use by many threads.
 */
public final class LockMetrics implements LockListener, AutoCloseable {

    private final MeterRegistry registry;
    private final LabelledMeters meters;
    private final SharedGauges gauges;
    private final Set<LockClient> clients = new CopyOnWriteArraySet<>();

    private LockMetrics(MeterRegistry registry, LockMetricsOptions options) {
        this.registry = registry;
        Tags tags = options.tags().and("store", options.store());
        this.meters = new LabelledMeters(registry, options, tags);
        this.gauges = SharedGauges.of(registry, tags);
    }

    /**
     * Registers the meters.
     *
     * @param registry where
     * @param options their tags
     * @return the meters, to be given to clients as a listener ({@link io.lockkeeper.ClientOptions#withListener}) and to be bound
     *     to them
     */
    public static LockMetrics of(MeterRegistry registry, LockMetricsOptions options) {
        LockMetrics metrics = new LockMetrics(registry, options);
        metrics.gauges.include(metrics, registry);
        return metrics;
    }

    /**
     * Includes a client in the gauges. It is referred to until it is unbound.
     *
     * @param client the client; if it is bound already, itself or as {@linkplain LockObservations#observe observed}, nothing happens
     * @return this object
     */
    public LockMetrics bind(LockClient client) {
        clients.add(ObservedClient.unwrapped(client));
        return this;
    }

    /**
     * Excludes a client from the gauges, for example after it was closed.
     *
     * @param client one that was bound; else nothing happens
     */
    public void unbind(LockClient client) {
        clients.remove(ObservedClient.unwrapped(client));
    }

    /** The clients that are bound. */
    Set<LockClient> clients() {
        return clients;
    }

    @Override
    public void onEvent(LockEvent event) {
        Meters affected = meters.of(event.name());
        if (event instanceof LockEvent.Acquired acquired) {
            affected.acquired(acquired.waited(), acquired.contended());
        } else if (event instanceof LockEvent.HandedOver handed) {
            affected.handedOver(handed.waited());
        } else if (event instanceof LockEvent.Released released) {
            affected.released(released.held());
        } else if (event instanceof LockEvent.Lost lost) {
            affected.lost(lost.loss().reason());
        } else if (event instanceof LockEvent.NotAcquired vain) {
            affected.notAcquired(vain.reason(), vain.waited());
        } else if (event instanceof LockEvent.Renewed renewed) {
            affected.renewed(renewed.lag());
        } else if (event instanceof LockEvent.RenewedLate) {
            affected.renewedLate();
        } else if (event instanceof LockEvent.Recalled) {
            affected.recalled();
        } else if (event instanceof LockEvent.Unanswered) {
            affected.unanswered();
        } // Claimed and Waited are steps of an acquisition, which is counted when it ends.
    }

    /**
     * Forgets the clients, and removes the gauges if no other object has them. The timers and counters stay, as those of a closed
     * client do.
     */
    @Override
    public void close() {
        clients.clear();
        gauges.exclude(this, registry);
    }
}
