package io.lockkeeper.memory;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.contract.RecallContract;
import io.lockkeeper.contract.RecallPushContract;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import io.lockkeeper.store.Recall.Asked;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores that pass no recall on, or the wrong one. */
final class RecallFaults {

    private RecallFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("recalls in silence", RecallPushContract.class, store -> new Tampered(store) {
                    @Override
                    Signals onSignals(Signals signals) {
                        return new PassedSignals(signals) {
                            @Override
                            public void mayBeRecalled(String name, ClaimId claim) {}
                        };
                    }
                }),
                Fault.that("recalls by force", RecallContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<Asked> onRecall(String name, @Nullable Holding only) {
                        Optional<Asked> asked = super.onRecall(name, only);
                        now(sound.revoke(name, only));
                        return asked;
                    }
                }),
                Fault.that("says that everybody is deaf", RecallContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<Asked> onRecall(String name, @Nullable Holding only) {
                        return super.onRecall(name, only).map(asked -> new Asked(asked.holding(), false));
                    }
                }),
                Fault.that("recalls what nobody holds", RecallContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<Asked> onRecall(String name, @Nullable Holding only) {
                        Holder nobody = new Holder("nobody", "", 0, "", "", 0);
                        Holding none = new Holding(nobody, 0, Optional.empty(), Optional.empty());
                        return super.onRecall(name, only).or(() -> Optional.of(new Asked(none, false)));
                    }
                }),
                Fault.that("recalls from whoever holds", RecallContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<Asked> onRecall(String name, @Nullable Holding only) {
                        return super.onRecall(name, null);
                    }
                }),
                Fault.that("forgets every recall", RecallContract.class, store -> new Tampered(store) {
                    @Override
                    boolean onIsRecalled(Grant grant) {
                        return false;
                    }
                }),
                Fault.that("confirms every recall", RecallContract.class, store -> new Tampered(store) {
                    @Override
                    boolean onIsRecalled(Grant grant) {
                        return true;
                    }
                }));
    }
}
