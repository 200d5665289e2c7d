package io.lockkeeper.etcd;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.Event.EventType;
import io.lockkeeper.etcd.Watches.Watcher;
import java.util.List;

/**
 * Tells who holds by a place that it may be recalled.
 *
 * @param place the place
 * @param seen the revision at which it was not
 */
record RecallWatcher(Place place, long seen) implements Watcher {

    /** It may have been recalled before, or while the stream was broken: whoever holds by it looks again. */
    @Override
    public void begun(long revision) {
        if (revision > seen) {
            hint();
        }
    }

    @Override
    public void changed(List<Event> events) {
        if (events.stream().anyMatch(event -> event.getType() == EventType.PUT)) {
            hint();
        }
    }

    private void hint() {
        place.tell(signals -> signals.mayBeRecalled(place.lock(), place.claim()));
    }
}
