package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the observations that have ended, and sees that each begins and ends once. */
final class Recorder implements ObservationHandler<Observation.Context> {

    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger scopes = new AtomicInteger();
    private final Queue<Observation.Context> stopped = new ConcurrentLinkedQueue<>();

    @Override
    public void onStart(Observation.Context context) {
        started.incrementAndGet();
    }

    @Override
    public void onScopeOpened(Observation.Context context) {
        scopes.incrementAndGet();
    }

    @Override
    public void onScopeClosed(Observation.Context context) {
        scopes.decrementAndGet();
    }

    @Override
    public void onStop(Observation.Context context) {
        stopped.add(context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    /** What ended, as {@code wait acquired a}: the observation, its outcome and the lock. */
    List<String> ended() {
        return stopped.stream().map(Recorder::text).toList();
    }

    private static String text(Observation.Context context) {
        return String.valueOf(context.getName()).replace("lockkeeper.lock.", "") + " "
                + context.getLowCardinalityKeyValue("outcome").getValue() + " "
                + context.getHighCardinalityKeyValue("lock").getValue();
    }

    List<Observation.Context> contexts() {
        return List.copyOf(stopped);
    }

    /** The names of the parents of what ended, in order. */
    List<String> parents() {
        return stopped.stream()
                .map(Observation.Context::getParentObservation)
                .map(parent -> parent == null ? "none" : name(parent))
                .toList();
    }

    private static String name(ObservationView parent) {
        return String.valueOf(parent.getContextView().getName());
    }

    int started() {
        return started.get();
    }

    int openScopes() {
        return scopes.get();
    }
}
