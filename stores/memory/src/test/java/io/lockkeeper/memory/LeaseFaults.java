package io.lockkeeper.memory;

import io.lockkeeper.Holder;
import io.lockkeeper.contract.ExpiryContract;
import io.lockkeeper.contract.ReleasePromise;
import io.lockkeeper.contract.RenewalPromise;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stores that release and renew what they must not, and leases that do not end. */
final class LeaseFaults {

    static final Holder NOBODY = new Holder("nobody", "", 0, "", "", 0);

    private LeaseFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("releases for anyone", ReleasePromise.class, store -> new Tampered(store) {
                    @Override
                    ReleaseOutcome onRelease(Grant grant) {
                        return onRevoke(grant.name()).isPresent()
                                ? new ReleaseOutcome.Released()
                                : new ReleaseOutcome.NotHeld();
                    }
                }),
                Fault.that("releases whatever the client holds", ReleasePromise.class, store -> new Tampered(store) {
                    @Override
                    ReleaseOutcome onRelease(Grant grant) {
                        boolean own = holder(grant.name())
                                .filter(holder ->
                                        holder.client().equals(grant.claim().client()))
                                .isPresent();
                        return own && onRevoke(grant.name()).isPresent()
                                ? new ReleaseOutcome.Released()
                                : super.onRelease(grant);
                    }
                }),
                Fault.that("calls every release a success", ReleasePromise.class, store -> new Tampered(store) {
                    @Override
                    ReleaseOutcome onRelease(Grant grant) {
                        super.onRelease(grant);
                        return new ReleaseOutcome.Released();
                    }
                }),
                Fault.that("recreates what it renews", RenewalPromise.class, store -> new Tampered(store) {
                    @Override
                    RenewalOutcome onRenew(Collection<Renewal> renewals) {
                        for (Renewal renewal : renewals) {
                            onClaim(claimOf(renewal.grant(), renewal.lease()));
                        }
                        return super.onRenew(renewals);
                    }
                }),
                Fault.that("renews by name", RenewalPromise.class, store -> new Tampered(store) {
                    @Override
                    RenewalOutcome onRenew(Collection<Renewal> renewals) {
                        Map<ClaimId, Grant> renewed =
                                new HashMap<>(super.onRenew(renewals).renewed());
                        Set<ClaimId> lost = new HashSet<>();
                        for (Renewal renewal : renewals) {
                            Grant grant = renewal.grant();
                            if (holder(grant.name()).isPresent()) {
                                renewed.put(grant.claim(), grant);
                            } else {
                                lost.add(grant.claim());
                            }
                        }
                        return new RenewalOutcome(renewed, lost);
                    }
                }),
                Fault.that("renews a hundred at most", RenewalPromise.class, store -> new Tampered(store) {
                    @Override
                    RenewalOutcome onRenew(Collection<Renewal> renewals) {
                        return super.onRenew(renewals.stream().limit(100).toList());
                    }
                }),
                Fault.that("calls every renewal lost", RenewalPromise.class, store -> new Tampered(store) {
                    @Override
                    RenewalOutcome onRenew(Collection<Renewal> renewals) {
                        RenewalOutcome outcome = super.onRenew(renewals);
                        Set<ClaimId> all = new HashSet<>(outcome.renewed().keySet());
                        all.addAll(outcome.lost());
                        return new RenewalOutcome(Map.of(), all);
                    }
                }),
                Fault.that(
                        "says that nothing is left of what it renewed",
                        RenewalPromise.class,
                        store -> new Tampered(store) {
                            @Override
                            RenewalOutcome onRenew(Collection<Renewal> renewals) {
                                RenewalOutcome outcome = super.onRenew(renewals);
                                Map<ClaimId, Grant> empty = new HashMap<>(outcome.renewed());
                                empty.replaceAll((claim, grant) -> grant.renewed(Duration.ZERO, grant.storeNanos()));
                                return new RenewalOutcome(empty, outcome.lost());
                            }
                        }),
                Fault.that(
                        "shortens a lease for a renewal that is late",
                        ExpiryContract.class,
                        store -> new Tampered(store) {
                            @Override
                            RenewalOutcome onRenew(Collection<Renewal> renewals) {
                                RenewalOutcome outcome = super.onRenew(renewals);
                                for (Renewal renewal : renewals) {
                                    if (outcome.renewed()
                                            .containsKey(renewal.grant().claim())) {
                                        super.onRelease(renewal.grant());
                                        super.onClaim(claimOf(renewal.grant(), renewal.lease()));
                                    }
                                }
                                return outcome;
                            }
                        }),
                Fault.that("chokes on an empty batch", RenewalPromise.class, store -> new Tampered(store) {
                    @Override
                    RenewalOutcome onRenew(Collection<Renewal> renewals) {
                        renewals.iterator().next();
                        return super.onRenew(renewals);
                    }
                }),
                Fault.that("says that it renews, and does not", ExpiryContract.class, store -> new Tampered(store) {
                    @Override
                    RenewalOutcome onRenew(Collection<Renewal> renewals) {
                        Map<ClaimId, Grant> renewed = new HashMap<>();
                        for (Renewal renewal : renewals) {
                            renewed.put(renewal.grant().claim(), renewal.grant());
                        }
                        return new RenewalOutcome(renewed, Set.of());
                    }
                }),
                Fault.that("never ends a lease", ExpiryContract.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        return super.onClaim(withLease(claim, claim.lease().multipliedBy(1_000)));
                    }
                }),
                Fault.that(
                        "releases what it holds when it is closed", ExpiryContract.class, store -> new Tampered(store) {
                            private final List<Claim> claims = new ArrayList<>();

                            @Override
                            ClaimOutcome onClaim(Claim claim) {
                                claims.add(claim);
                                return super.onClaim(claim);
                            }

                            @Override
                            public void close() {
                                claims.forEach(claim -> sound.withdraw(claim, false));
                                super.close();
                            }
                        }));
    }

    private static Claim claimOf(Grant grant, Duration lease) {
        return new Claim(grant.name(), grant.claim(), NOBODY, Terms.mutex(lease, 1), 0);
    }

    static Claim withLease(Claim claim, Duration lease) {
        return new Claim(
                claim.name(), claim.id(), claim.holder(), Terms.mutex(lease, claim.tokens()), claim.pushSecret());
    }
}
