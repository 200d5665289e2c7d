package io.lockkeeper.engine;

import io.lockkeeper.LockEvent;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Terms;
import java.time.Duration;

/**
 * Makes the claims of one lock.
 *
 * @param name the lock's name
 * @param context what its client's locks share
 * @param client whether it listens
 */
record ClaimMaker(String name, Context context, LocalLocks client) {

    /** A new claim on behalf of the first waiter. */
    Claim make(Waiter head, int tokens) {
        announce(1);
        ClaimId id = context.nextClaimId();
        return new Claim(
                name,
                id,
                context.holder(head.thread(), head.options()),
                Terms.mutex(lease(head), tokens),
                head.mayQueue() && client.push().listening() ? context.secrets().of(id) : 0);
    }

    /** The same claim with another id. */
    Claim again(Claim refused) {
        ClaimId id = context.nextClaimId();
        return new Claim(
                name,
                id,
                refused.holder(),
                refused.terms(),
                refused.mayQueue() ? context.secrets().of(id) : 0);
    }

    /** The lease that a waiter's claim asks for. */
    Duration lease(Waiter head) {
        Duration lease = head.policy().granted();
        Duration atLeast = head.options().atLeast();
        return context.grantable(lease.compareTo(atLeast) >= 0 ? lease : atLeast);
    }

    /** Tells listeners that the store is asked. */
    void announce(int attempt) {
        if (context.observers().wanted()) {
            context.observers().tell(new LockEvent.Claimed(name, attempt));
        }
    }
}
