package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockListener;
import io.lockkeeper.micrometer.LockMetrics;
import io.lockkeeper.micrometer.LockMetricsOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Meters in the application's registry. The tag {@code name} tells stores of one kind apart. Safe for use by many threads. */
final class MicrometerMeters implements ClientMeters, AutoCloseable {

    private final MeterRegistry registry;
    private final Map<String, Relay> relays = new ConcurrentHashMap<>();

    MicrometerMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public LockListener listener(String store) {
        return relay(store);
    }

    private Relay relay(String store) {
        return relays.computeIfAbsent(store, absent -> new Relay());
    }

    @Override
    public void opened(String store, String scheme, LockClient client) {
        LockMetricsOptions options = LockMetricsOptions.forStore(scheme).withTags(Tags.of("name", store));
        relay(store).metrics = LockMetrics.of(registry, options).bind(client);
    }

    /** The registry may outlive the application context: its gauges must not. */
    @Override
    public void close() {
        for (Relay relay : relays.values()) {
            LockMetrics metrics = relay.metrics;
            if (metrics != null) {
                metrics.close();
            }
        }
    }

    /** Passes events on. A client needs its listener before the kind of its store is known, but has no events by then. */
    private static final class Relay implements LockListener {

        private volatile @Nullable LockMetrics metrics;

        @Override
        public void onEvent(LockEvent event) {
            LockMetrics known = metrics;
            if (known != null) {
                known.onEvent(event);
            }
        }
    }
}
