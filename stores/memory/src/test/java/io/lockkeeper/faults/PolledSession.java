package io.lockkeeper.faults;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A client's end of a session. A release that had no answer is sent again with every other request, as stores with sessions
 * must do: the lock would stay taken for as long as the session lasts.
 */
public final class PolledSession extends PolledStore implements Sessions {

    private final Store target;
    private final Map<ClaimId, Runnable> unanswered;

    /** Over a good store with sessions, with the courses that its requests take. */
    public PolledSession(Store target, Courses courses) {
        this(target, courses, new LinkedHashMap<>());
    }

    private PolledSession(Store target, Courses courses, Map<ClaimId, Runnable> unanswered) {
        super(target, kind -> carrying(courses.of(kind), unanswered));
        this.target = target;
        this.unanswered = unanswered;
    }

    private static Course carrying(Course course, Map<ClaimId, Runnable> unanswered) {
        return new Course() {
            @Override
            public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
                List<Runnable> carried = List.copyOf(unanswered.values());
                return course.take(() -> {
                    carried.forEach(Runnable::run);
                    return request.get();
                });
            }
        };
    }

    @Override
    public Duration longestLease() {
        return ((Sessions) target).longestLease();
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return pursued(grant.claim(), super.release(grant), () -> target.release(grant));
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return pursued(claim.id(), super.withdraw(claim, outcomeUnknown), () -> target.withdraw(claim, outcomeUnknown));
    }

    private <T> CompletionStage<T> pursued(ClaimId claim, CompletionStage<T> sent, Runnable again) {
        return sent.whenComplete((answer, failure) -> {
            if (failure == null) {
                unanswered.remove(claim);
            } else {
                unanswered.put(claim, again);
            }
        });
    }
}
