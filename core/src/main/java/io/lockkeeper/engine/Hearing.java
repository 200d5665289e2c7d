package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;

/** What the store says about one lock without being asked. */
final class Hearing {

    private final LocalLock lock;
    private final Guard guard;
    private final Occupancy occupancy;

    Hearing(LocalLock lock, Guard guard, Occupancy occupancy) {
        this.lock = lock;
        this.guard = guard;
        this.occupancy = occupancy;
    }

    /** A grant was pushed. Whether it was wanted or is known. */
    boolean granted(Grant grant, long received) {
        guard.enter();
        try {
            Contender contender = lock.contender();
            return (contender != null && contender.pushed(grant, received))
                    || occupancy.isBy(grant.claim())
                    || lock.isReleasing();
        } finally {
            guard.leave();
        }
    }

    /** The lock may be free, or it is time to ask. */
    void recheck() {
        guard.run(lock::recheck);
    }

    /** Others wait in the store. */
    void contended() {
        guard.run(occupancy::contended);
    }

    /** Something may have been missed. */
    void missed() {
        contended();
        recheck();
    }

    /** The store took a grant away. */
    void lost(ClaimId claim, LeaseLoss.Reason reason) {
        guard.run(() -> {
            if (occupancy.isBy(claim)) {
                occupancy.lose(reason);
            }
        });
    }
}
