package io.lockkeeper.memory;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.util.function.UnaryOperator;

/** Grants that were tampered with. */
final class Grants {

    private Grants() {}

    static ClaimOutcome change(ClaimOutcome outcome, UnaryOperator<Grant> change) {
        return outcome instanceof ClaimOutcome.Granted granted
                ? new ClaimOutcome.Granted(change.apply(granted.grant()))
                : outcome;
    }

    static ClaimOutcome forge(Claim claim) {
        return new ClaimOutcome.Granted(new Grant(
                claim.name(),
                claim.id(),
                new Tokens(1, claim.tokens()),
                new Remaining(claim.lease().toNanos(), 0),
                false));
    }

    static Grant withTokens(Grant grant, long first, long last) {
        return new Grant(grant.name(), grant.claim(), new Tokens(first, last), grant.remaining(), grant.contended());
    }

    static Grant withRemaining(Grant grant, long remainingNanos) {
        return new Grant(
                grant.name(),
                grant.claim(),
                grant.tokens(),
                new Remaining(remainingNanos, grant.storeNanos()),
                grant.contended());
    }

    static Grant withContended(Grant grant, boolean contended) {
        return new Grant(grant.name(), grant.claim(), grant.tokens(), grant.remaining(), contended);
    }

    static Grant withName(Grant grant, String name) {
        return new Grant(name, grant.claim(), grant.tokens(), grant.remaining(), grant.contended());
    }
}
