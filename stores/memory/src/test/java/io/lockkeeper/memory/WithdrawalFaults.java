package io.lockkeeper.memory;

import io.lockkeeper.contract.QueueWithdrawalPromise;
import io.lockkeeper.contract.WithdrawalPromise;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stores that withdraw too little or too much. */
final class WithdrawalFaults {

    private WithdrawalFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("ignores withdrawals", WithdrawalPromise.class, store -> new Tampered(store) {
                    @Override
                    void onWithdraw(Claim claim, boolean outcomeUnknown) {}
                }),
                Fault.that("keeps no tombstones", WithdrawalPromise.class, store -> new Tampered(store) {
                    @Override
                    void onWithdraw(Claim claim, boolean outcomeUnknown) {
                        super.onWithdraw(claim, false);
                    }
                }),
                Fault.that("lets late claims queue", QueueWithdrawalPromise.class, store -> new Tampered(store) {
                    @Override
                    void onWithdraw(Claim claim, boolean outcomeUnknown) {
                        super.onWithdraw(claim, outcomeUnknown && !claim.mayQueue());
                    }
                }),
                Fault.that(
                        "keeps tombstones only of what never arrived",
                        WithdrawalPromise.class,
                        store -> new Tampered(store) {
                            @Override
                            void onWithdraw(Claim claim, boolean outcomeUnknown) {
                                super.onWithdraw(
                                        claim,
                                        outcomeUnknown && holder(claim.name()).isEmpty());
                            }
                        }),
                Fault.that(
                        "refuses a client after a withdrawal", WithdrawalPromise.class, store -> new Tampered(store) {
                            private final Set<String> withdrawn = new HashSet<>();

                            @Override
                            void onWithdraw(Claim claim, boolean outcomeUnknown) {
                                withdrawn.add(claim.name());
                                super.onWithdraw(claim, outcomeUnknown);
                            }

                            @Override
                            ClaimOutcome onClaim(Claim claim) {
                                return withdrawn.contains(claim.name())
                                        ? new ClaimOutcome.Withdrawn()
                                        : super.onClaim(claim);
                            }
                        }),
                Fault.that("withdraws whoever holds the lock", WithdrawalPromise.class, store -> new Tampered(store) {
                    @Override
                    void onWithdraw(Claim claim, boolean outcomeUnknown) {
                        super.onWithdraw(claim, outcomeUnknown);
                        onRevoke(claim.name());
                    }
                }),
                Fault.that(
                        "leaves withdrawn waiters in line", QueueWithdrawalPromise.class, store -> new Tampered(store) {
                            @Override
                            void onWithdraw(Claim claim, boolean outcomeUnknown) {
                                if (holder(claim.name()).equals(Optional.of(claim.holder()))) {
                                    super.onWithdraw(claim, outcomeUnknown);
                                }
                            }
                        }));
    }
}
