package io.lockkeeper.faults;

import io.lockkeeper.Guarantees;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A store whose leases are no longer than its session, and that notes what it is asked for. */
public final class SessionBoundStore extends BareStore implements Sessions {

    /** What a session gives at the most. */
    public static final Duration LONGEST = Duration.ofSeconds(10);

    private volatile Duration left = LONGEST;
    private volatile boolean silent;
    private volatile Duration asked = Duration.ZERO;

    /** Over a good store, with the courses that its requests take. */
    public SessionBoundStore(Store target, Courses courses) {
        super(target, courses);
    }

    /** From now on, renewals find this much left of the session. */
    public void leave(Duration remaining) {
        left = remaining;
    }

    /** From now on, what is renewed is neither told to be renewed nor to be lost. */
    public void saysNothing() {
        silent = true;
    }

    /** The longest lease that was ever asked for. */
    public Duration asked() {
        return asked;
    }

    @Override
    public Guarantees guarantees() {
        Guarantees of = super.guarantees();
        return new Guarantees(
                "a store of sessions",
                of.reach(),
                Guarantees.Expiry.SESSION_END,
                of.order(),
                of.tokens(),
                of.survives(),
                Map.of());
    }

    @Override
    public Duration longestLease() {
        return LONGEST;
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        note(claim.lease());
        return super.claim(claim);
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        renewals.forEach(renewal -> note(renewal.lease()));
        return super.renew(renewals).thenApply(outcome -> {
            Map<ClaimId, Grant> renewed = new HashMap<>();
            if (silent) {
                return new RenewalOutcome(renewed, Set.of());
            }
            outcome.renewed().forEach((claim, grant) -> renewed.put(claim, grant.renewed(left, grant.storeNanos())));
            return new RenewalOutcome(renewed, outcome.lost());
        });
    }

    private void note(Duration lease) {
        if (lease.compareTo(asked) > 0) {
            asked = lease;
        }
    }
}
