package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.Set;

/** A handler that throws errors. */
final class FaultyHandler implements ObservationHandler<Observation.Context> {

    private final Set<At> at;

    /** Where it does. */
    enum At {
        START,
        ERROR,
        SCOPE_OPENED,
        SCOPE_CLOSED,
        STOP
    }

    FaultyHandler(Set<At> at) {
        this.at = at;
    }

    private void mayFail(At here) {
        if (at.contains(here)) {
            throw new AssertionError("A handler's mistake: " + here);
        }
    }

    @Override
    public void onStart(Observation.Context context) {
        mayFail(At.START);
    }

    @Override
    public void onError(Observation.Context context) {
        mayFail(At.ERROR);
    }

    @Override
    public void onScopeOpened(Observation.Context context) {
        mayFail(At.SCOPE_OPENED);
    }

    @Override
    public void onScopeClosed(Observation.Context context) {
        mayFail(At.SCOPE_CLOSED);
    }

    @Override
    public void onStop(Observation.Context context) {
        mayFail(At.STOP);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof LockWaitContext || context instanceof LockHoldContext;
    }
}
