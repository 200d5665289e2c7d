package io.lockkeeper.memory;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
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
                claim.name(), claim.id(), 1, claim.tokens(), claim.lease().toNanos(), 0, false));
    }

    static Grant withTokens(Grant grant, long first, long last) {
        return new Grant(
                grant.name(),
                grant.claim(),
                first,
                last,
                grant.remainingNanos(),
                grant.storeNanos(),
                grant.contended());
    }

    static Grant withRemaining(Grant grant, long remainingNanos) {
        return new Grant(
                grant.name(),
                grant.claim(),
                grant.firstToken(),
                grant.lastToken(),
                remainingNanos,
                grant.storeNanos(),
                grant.contended());
    }

    static Grant withContended(Grant grant, boolean contended) {
        return new Grant(
                grant.name(),
                grant.claim(),
                grant.firstToken(),
                grant.lastToken(),
                grant.remainingNanos(),
                grant.storeNanos(),
                contended);
    }

    static Grant withName(Grant grant, String name) {
        return new Grant(
                name,
                grant.claim(),
                grant.firstToken(),
                grant.lastToken(),
                grant.remainingNanos(),
                grant.storeNanos(),
                grant.contended());
    }
}
