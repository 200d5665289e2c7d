package io.lockkeeper.faults;

import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Store;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that has recalls on record, tells nobody of them, and does not know who listens. */
public final class RecordingStore extends BareStore implements Recall {

    private final Recall target;
    private final Courses courses;

    /** Over a good store with every capability. */
    public RecordingStore(Store target, Courses courses) {
        super(target, courses);
        this.target = (Recall) target;
        this.courses = courses;
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return target.recall(name, only).thenApply(asked -> asked.map(known -> new Asked(known.holding(), true)));
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return courses.of(Request.IS_RECALLED).take(() -> target.isRecalled(grant));
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return target.inspect(name);
    }
}
