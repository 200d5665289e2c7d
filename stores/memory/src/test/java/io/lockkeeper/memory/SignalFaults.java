package io.lockkeeper.memory;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.contract.ContendedPromise;
import io.lockkeeper.contract.HandOverPromise;
import io.lockkeeper.contract.QueueExpiryContract;
import io.lockkeeper.contract.QueueRevocationContract;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import io.lockkeeper.store.Renewal;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Stores that tell their clients too little, or the wrong thing. */
final class SignalFaults {

    private SignalFaults() {}

    static List<Fault> all() {
        return List.of(
                telling("pushes no grants", HandOverPromise.class, listener -> new PassedSignals(listener) {
                    @Override
                    public void granted(Grant grant, long secret) {}
                }),
                pushing(
                        "pushes other tokens than it gives",
                        grant -> Grants.withTokens(grant, grant.firstToken() + 9, grant.lastToken() + 9)),
                pushing(
                        "pushes one token whatever was asked for",
                        grant -> Grants.withTokens(grant, grant.lastToken(), grant.lastToken())),
                pushing("pushes grants that are over", grant -> Grants.withRemaining(grant, 0)),
                Fault.that("pushes grants for a full lease", HandOverPromise.class, store -> extending(store, true)),
                Fault.that(
                        "says claim time and keeps to a full lease",
                        QueueExpiryContract.class,
                        store -> extending(store, false)),
                telling(
                        "does not tell the next in line",
                        QueueExpiryContract.class,
                        listener -> new PassedSignals(listener) {
                            @Override
                            public void free(String name) {}
                        }),
                telling(
                        "does not tell the holder who waits",
                        ContendedPromise.class,
                        listener -> new PassedSignals(listener) {
                            @Override
                            public void contended(String name) {}
                        }),
                contended("calls no grant contended", false),
                contended("calls every grant contended", true),
                telling(
                        "does not tell whom it takes a lock from",
                        QueueRevocationContract.class,
                        listener -> new PassedSignals(listener) {
                            @Override
                            public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {}
                        }));
    }

    private static Fault telling(String story, Class<?> promise, Function<Signals, Signals> change) {
        return Fault.that(story, promise, store -> new Tampered(store) {
            @Override
            Signals onSignals(Signals signals) {
                return change.apply(signals);
            }
        });
    }

    private static Fault pushing(String story, UnaryOperator<Grant> change) {
        return telling(story, HandOverPromise.class, listener -> new PassedSignals(listener) {
            @Override
            public void granted(Grant grant, long secret) {
                super.granted(change.apply(grant), secret);
            }
        });
    }

    private static Fault contended(String story, boolean always) {
        return Fault.that(story, ContendedPromise.class, store -> new Tampered(store) {
            @Override
            ClaimOutcome onClaim(Claim claim) {
                return Grants.change(super.onClaim(claim), grant -> Grants.withContended(grant, always));
            }

            @Override
            Signals onSignals(Signals signals) {
                return new PassedSignals(signals) {
                    @Override
                    public void granted(Grant grant, long secret) {
                        super.granted(Grants.withContended(grant, always), secret);
                    }
                };
            }
        });
    }

    private static Tampered extending(MemoryStore store, boolean sayingSo) {
        return new Tampered(store) {
            @Override
            Signals onSignals(Signals signals) {
                return new PassedSignals(signals) {
                    @Override
                    public void granted(Grant grant, long secret) {
                        Tampered.now(store.renew(List.of(new Renewal(grant, StoreFixture.LEASE))));
                        long left = sayingSo ? StoreFixture.LEASE.toNanos() : grant.remainingNanos();
                        super.granted(Grants.withRemaining(grant, left), secret);
                    }
                };
            }
        };
    }
}
