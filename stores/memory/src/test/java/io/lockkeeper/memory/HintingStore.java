package io.lockkeeper.memory;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Guarantees.Order;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Store;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** A memory store that hands no lock on: it tells who waits that the lock is free, and lets them race for it. */
final class HintingStore implements Store, GrantPush {

    private final MemoryStore sound;
    private final boolean silent;

    HintingStore(Store sound, boolean silent) {
        this.sound = (MemoryStore) sound;
        this.silent = silent;
    }

    @Override
    public Guarantees guarantees() {
        Guarantees queued = sound.guarantees();
        return new Guarantees(
                queued.store(),
                queued.reach(),
                queued.expiry(),
                Order.POLLED,
                queued.tokens(),
                queued.survives(),
                queued.refusals());
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        return sound.listen(client, new PassedSignals(signals) {
            @Override
            public void granted(Grant grant, long secret) {
                Tampered.now(sound.release(grant));
                free(grant.name());
            }

            @Override
            public void free(String name) {
                if (!silent) {
                    super.free(name);
                }
            }
        });
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return sound.claim(claim);
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return sound.renew(renewals);
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return sound.release(grant);
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return sound.withdraw(claim, outcomeUnknown);
    }

    @Override
    public void close() {
        sound.close();
    }
}
