package io.lockkeeper.memory;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;

/** Signals on their way to a listener, for a fault to suppress or to change. */
class PassedSignals implements Signals {

    private final Signals listener;

    PassedSignals(Signals listener) {
        this.listener = listener;
    }

    @Override
    public void granted(Grant grant, long secret) {
        listener.granted(grant, secret);
    }

    @Override
    public void free(String name) {
        listener.free(name);
    }

    @Override
    public void contended(String name) {
        listener.contended(name);
    }

    @Override
    public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        listener.lost(name, claim, reason);
    }

    @Override
    public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        listener.mayBeLost(name, claim, reason);
    }

    @Override
    public void mayBeRecalled(String name, ClaimId claim) {
        listener.mayBeRecalled(name, claim);
    }

    @Override
    public void missed() {
        listener.missed();
    }
}
