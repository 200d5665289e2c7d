package io.lockkeeper.faults;

import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.Store;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A bare store that can tell of a lock, but only by its name. */
public final class InspectingStore extends BareStore implements Inspection {

    private final Inspection target;

    /** Over a good store that can inspect, with the courses that its requests take. */
    public InspectingStore(Store target, Courses courses) {
        super(target, courses);
        this.target = (Inspection) target;
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return target.inspect(name);
    }
}
