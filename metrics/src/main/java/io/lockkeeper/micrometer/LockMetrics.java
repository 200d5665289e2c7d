package io.lockkeeper.micrometer;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

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
 * <p>One object serves any number of clients of one store, and should: Micrometer ignores the gauges of a second one with the same
 * registry, store and tags. Safe for use by many threads.
 */
public final class LockMetrics implements LockListener, AutoCloseable {

    private final MeterRegistry registry;
    private final LabelledMeters meters;
    private final CopyOnWriteArrayList<LockClient> clients = new CopyOnWriteArrayList<>();
    private final List<Gauge> gauges;

    private LockMetrics(MeterRegistry registry, LockMetricsOptions options) {
        this.registry = registry;
        Tags tags = options.tags().and("store", options.store());
        this.meters = new LabelledMeters(registry, options, tags);
        this.gauges = List.of(
                gauge(
                        "lockkeeper.held",
                        "Locks that are held now",
                        tags,
                        metrics -> metrics.sum(client -> client.held().size())),
                gauge(
                        "lockkeeper.waiting",
                        "Acquisitions that wait now",
                        tags,
                        metrics -> metrics.sum(LockClient::waiting)));
    }

    private Gauge gauge(String name, String description, Tags tags, ToDoubleFunction<LockMetrics> value) {
        return Gauge.builder(name, this, value)
                .description(description)
                .tags(tags)
                .register(registry);
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
        return new LockMetrics(registry, options);
    }

    /**
     * Includes a client in the gauges. It is referred to until it is unbound.
     *
     * @param client the client; if it is bound already, nothing happens
     * @return this object
     */
    public LockMetrics bind(LockClient client) {
        clients.addIfAbsent(client);
        return this;
    }

    /**
     * Excludes a client from the gauges, for example after it was closed.
     *
     * @param client one that was bound; else nothing happens
     */
    public void unbind(LockClient client) {
        clients.removeIf(bound -> bound == client);
    }

    private int sum(ToIntFunction<LockClient> number) {
        return clients.stream().mapToInt(number).sum();
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

    /** Removes the gauges, and forgets the clients. The timers and counters stay, as those of a closed client do. */
    @Override
    public void close() {
        clients.clear();
        gauges.forEach(registry::remove);
    }
}
