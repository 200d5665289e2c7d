package io.lockkeeper.faults;

import io.lockkeeper.Guarantees;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Store;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** A store that does what it must and nothing more: it can't push, exchange or list. */
public class BareStore implements Store {

    private final Store target;
    private final Courses courses;

    /** Over a good store, with the courses that its requests take. */
    public BareStore(Store target, Courses courses) {
        this.target = target;
        this.courses = courses;
    }

    @Override
    public Guarantees guarantees() {
        return target.guarantees();
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return courses.of(Request.CLAIM).take(() -> target.claim(claim));
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return courses.of(Request.RENEW).take(() -> target.renew(renewals));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return courses.of(Request.RELEASE).take(() -> target.release(grant));
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return courses.of(Request.WITHDRAW).take(() -> target.withdraw(claim, outcomeUnknown));
    }

    @Override
    public void close() {
        target.close();
    }
}
