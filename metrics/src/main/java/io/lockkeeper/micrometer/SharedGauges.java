package io.lockkeeper.micrometer;

import io.lockkeeper.LockClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * The gauges of a registry with one set of tags. A registry has one gauge for a name and its tags, so all {@link LockMetrics} with
 * these tags share it: it adds up their clients, each once. Safe for use by many threads.
 */
final class SharedGauges {

    /** By registry; nothing in it refers to a registry, so that one which is dropped is forgotten. Also the lock of all. */
    private static final Map<MeterRegistry, Map<Tags, SharedGauges>> ALL = new WeakHashMap<>();

    private final Tags tags;
    private final Set<LockMetrics> sharers =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private SharedGauges(Tags tags) {
        this.tags = tags;
    }

    static SharedGauges of(MeterRegistry registry, Tags tags) {
        synchronized (ALL) {
            return ALL.computeIfAbsent(registry, absent -> new HashMap<>()).computeIfAbsent(tags, SharedGauges::new);
        }
    }

    /** Includes the clients of these metrics. */
    void include(LockMetrics metrics, MeterRegistry registry) {
        synchronized (ALL) {
            sharers.add(metrics);
            List<Gauge> unused = registered(registry);
        }
    }

    /** Excludes the clients of these metrics; without any, there are no gauges. */
    void exclude(LockMetrics metrics, MeterRegistry registry) {
        synchronized (ALL) {
            if (sharers.remove(metrics) && sharers.isEmpty()) {
                registered(registry).forEach(registry::remove);
            }
        }
    }

    /** The gauges, registered now or before. */
    private List<Gauge> registered(MeterRegistry registry) {
        return List.of(
                gauge(
                        registry,
                        "lockkeeper.held",
                        "Locks that are held now",
                        shared -> shared.sum(client -> client.held().size())),
                gauge(
                        registry,
                        "lockkeeper.waiting",
                        "Acquisitions that wait now",
                        shared -> shared.sum(LockClient::waiting)));
    }

    private Gauge gauge(MeterRegistry registry, String name, String description, ToDoubleFunction<SharedGauges> value) {
        return Gauge.builder(name, this, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** The sum over all clients; not a number if all metrics became unreachable before they were closed. */
    private double sum(ToIntFunction<LockClient> number) {
        Set<LockMetrics> all;
        synchronized (
                sharers) { // Not the lock of all: a registry may ask for the value while it registers another gauge.
            all = new HashSet<>(sharers);
        }
        if (all.isEmpty()) {
            return Double.NaN;
        }
        Set<LockClient> clients = Collections.newSetFromMap(new IdentityHashMap<>());
        all.forEach(metrics -> clients.addAll(metrics.clients()));
        return clients.stream().mapToInt(number).sum();
    }
}
