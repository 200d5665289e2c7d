package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One observation whose handlers, filters and conventions cannot harm a lock: whatever they throw is logged and goes no further, and
 * a scope is never left current.
 */
final class Shielded {

    private final ObservationRegistry registry;
    private final Observation observation;

    private Shielded(ObservationRegistry registry, Observation observation) {
        this.registry = registry;
        this.observation = observation;
    }

    /**
     * Starts an observation.
     *
     * @param parent its parent; null for none
     */
    static Shielded start(ObservationRegistry registry, Supplier<Observation> creation, @Nullable Observation parent) {
        Observation created = Observation.NOOP;
        try {
            created = creation.get();
            created.parentObservation(parent);
            created.start();
        } catch (Throwable mistake) {
            ignore(mistake); // It is stopped all the same: some of the handlers may have started.
        }
        return new Shielded(registry, created);
    }

    /** The current observation of the calling thread. */
    static @Nullable Observation current(ObservationRegistry registry) {
        try {
            return registry.getCurrentObservation();
        } catch (Throwable mistake) {
            ignore(mistake);
            return null;
        }
    }

    /** Does what must not fail, because the lock is held already. */
    static void attempt(Runnable step) {
        try {
            step.run();
        } catch (Throwable mistake) {
            ignore(mistake);
        }
    }

    void error(Throwable error) {
        try {
            observation.error(error);
        } catch (Throwable mistake) {
            ignore(mistake);
        }
    }

    void stop() {
        try {
            observation.stop();
        } catch (Throwable mistake) {
            ignore(mistake);
        }
    }

    /** Makes it the current observation of the calling thread, until the scope is closed. */
    Scope open() {
        Observation.Scope previous = null;
        Observation.Scope opened = null;
        try {
            previous = registry.getCurrentObservationScope();
            opened = observation.openScope();
        } catch (Throwable mistake) {
            ignore(mistake);
            restore(previous, half(previous));
        }
        return new Scope(previous, opened);
    }

    /** The scope that is current although it could not be opened. */
    private Observation.@Nullable Scope half(Observation.@Nullable Scope previous) {
        Observation.Scope current = registry.getCurrentObservationScope();
        return current == previous ? null : current;
    }

    private void restore(Observation.@Nullable Scope previous, Observation.@Nullable Scope closing) {
        try {
            if (closing != null) {
                closing.close();
            }
        } catch (Throwable mistake) {
            ignore(mistake);
        }
        try {
            if (registry.getCurrentObservationScope() != previous) { // A handler threw before it was.
                registry.setCurrentObservationScope(previous);
            }
        } catch (Throwable mistake) {
            ignore(mistake);
        }
    }

    /** The scope of a thread. To close it again does nothing. */
    final class Scope implements AutoCloseable {
        private final Observation.@Nullable Scope previous;
        private Observation.@Nullable Scope opened;

        private Scope(Observation.@Nullable Scope previous, Observation.@Nullable Scope opened) {
            this.previous = previous;
            this.opened = opened;
        }

        @Override
        public void close() {
            Observation.Scope closing = opened;
            opened = null;
            if (closing != null) {
                restore(previous, closing);
            }
        }
    }

    /** An observer's mistake is none of the lock's: the holder must get its lease, and give it back. */
    private static void ignore(Throwable mistake) {
        try {
            Logger log = LoggerFactory.getLogger("io.lockkeeper");
            log.warn("An observation of a lock failed; the lock is not affected.", mistake);
        } catch (Throwable unlogged) { // No memory or stack for it: not even that may cost a lock.
            mistake.addSuppressed(unlogged);
        }
    }
}
