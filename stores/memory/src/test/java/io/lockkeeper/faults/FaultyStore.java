package io.lockkeeper.faults;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.RecallPush;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store that can do everything, whose requests take the courses and whose signals the detours that a test wants. */
public final class FaultyStore extends BareStore implements RecallPush, Exchange, AdjustableLease, Revocation {

    private final Store target;
    private final Courses courses;
    private final UnaryOperator<Signals> detour;

    /** Over a good store with every capability. */
    public FaultyStore(Store target, Courses courses, UnaryOperator<Signals> detour) {
        super(target, courses);
        this.target = target;
        this.courses = courses;
        this.detour = detour;
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        return courses.of(Request.LISTEN).take(() -> ((GrantPush) target).listen(client, detour.apply(signals)));
    }

    @Override
    public CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        return courses.of(Request.EXCHANGE).take(() -> ((Exchange) target).exchange(grant, next));
    }

    @Override
    public CompletionStage<Boolean> setLease(Grant grant, Duration lease) {
        return courses.of(Request.SET_LEASE).take(() -> ((AdjustableLease) target).setLease(grant, lease));
    }

    @Override
    public CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return ((Revocation) target).revoke(name, only);
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return ((Recall) target).recall(name, only);
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return courses.of(Request.IS_RECALLED).take(() -> ((Recall) target).isRecalled(grant));
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return ((Recall) target).inspect(name);
    }
}
