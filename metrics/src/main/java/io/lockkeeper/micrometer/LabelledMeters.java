package io.lockkeeper.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.LoggerFactory;

/** The meters of each label of a lock's name; never more labels than the options allow. */
final class LabelledMeters {

    private static final String OTHER = "(other)";

    private final MeterRegistry registry;
    private final LockMetricsOptions options;
    private final Tags tags;
    private final ConcurrentMap<String, Meters> labelled = new ConcurrentHashMap<>();
    private final Meters others;

    LabelledMeters(MeterRegistry registry, LockMetricsOptions options, Tags tags) {
        this.registry = registry;
        this.options = options;
        this.tags = tags;
        this.others = options.mostNames() == 0 ? new Meters(registry, tags) : labelled(OTHER);
    }

    private Meters labelled(String label) {
        return new Meters(registry, tags.and("lock", label));
    }

    /** Those of a lock. */
    Meters of(String name) {
        if (options.mostNames() == 0) {
            return others;
        }
        String label = label(name);
        if (label.equals(OTHER)) {
            return others;
        }
        Meters known = labelled.get(label);
        return known != null ? known : added(label);
    }

    private synchronized Meters added(String label) {
        return labelled.size() < options.mostNames()
                ? labelled.computeIfAbsent(label, this::labelled)
                : labelled.getOrDefault(label, others);
    }

    private String label(String name) {
        try {
            String label = options.label().apply(name);
            return label == null || label.isBlank() ? OTHER : label;
        } catch (RuntimeException mistake) { // What happened is to be counted all the same.
            LoggerFactory.getLogger("io.lockkeeper").debug("The label of a lock could not be determined.", mistake);
            return OTHER;
        }
    }
}
