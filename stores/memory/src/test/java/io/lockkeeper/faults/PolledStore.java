package io.lockkeeper.faults;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A {@link BareStore} whose waiters ask again every 100 ms, since nothing tells them of a release. */
public class PolledStore extends BareStore {

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Over a good store, with the courses that its requests take. */
    public PolledStore(Store target, Courses courses) {
        super(target, courses);
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return super.claim(claim)
                .thenApply(outcome -> outcome instanceof ClaimOutcome.Busy busy
                                && busy.retryAfter().compareTo(PAUSE) > 0
                        ? new ClaimOutcome.Busy(busy.holder(), PAUSE)
                        : outcome);
    }
}
