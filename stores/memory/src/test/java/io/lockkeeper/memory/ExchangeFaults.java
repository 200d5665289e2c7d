package io.lockkeeper.memory;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.contract.ExchangeContract;
import io.lockkeeper.contract.QueueRevocationContract;
import io.lockkeeper.contract.RevocationContract;
import io.lockkeeper.contract.RevokedClaimContract;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stores that exchange out of turn, and revoke too little or too much. */
final class ExchangeFaults {

    private ExchangeFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("claims before it releases", ExchangeContract.class, store -> new Tampered(store) {
                    @Override
                    Exchanged onExchange(Grant grant, Claim next) {
                        ClaimOutcome outcome = onClaim(next);
                        return new Exchanged(onRelease(grant), outcome);
                    }
                }),
                new Fault("lets an exchange pass the queue", ExchangeContract.class, () -> {
                    Registry registry = new Registry();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            return registry.claim(sound, claim);
                        }

                        @Override
                        Exchanged onExchange(Grant grant, Claim next) {
                            registry.whileOutOfLine(next.name(), () -> super.onExchange(grant, next));
                            return new Exchanged(new ReleaseOutcome.Released(), onClaim(next));
                        }
                    };
                }),
                Fault.that("exchanges what others hold", ExchangeContract.class, store -> new Tampered(store) {
                    @Override
                    Exchanged onExchange(Grant grant, Claim next) {
                        onRevoke(next.name());
                        return super.onExchange(grant, next);
                    }
                }),
                Fault.that("revokes nothing", RevocationContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<Holder> onRevoke(String name) {
                        return holder(name);
                    }
                }),
                Fault.that("does not say whom it revoked", RevocationContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<Holder> onRevoke(String name) {
                        super.onRevoke(name);
                        return Optional.empty();
                    }
                }),
                Fault.that(
                        "says that it revoked the last holder", RevocationContract.class, store -> new Tampered(store) {
                            private Optional<Holder> last = Optional.empty();

                            @Override
                            ClaimOutcome onClaim(Claim claim) {
                                last = Optional.of(claim.holder());
                                return super.onClaim(claim);
                            }

                            @Override
                            Optional<Holder> onRevoke(String name) {
                                return super.onRevoke(name).or(() -> last);
                            }
                        }),
                Fault.that(
                        "revokes whichever grant is current", RevocationContract.class, store -> new Tampered(store) {
                            @Override
                            Optional<Holder> onRevoke(String name, Holding only) {
                                return onRevoke(name);
                            }
                        }),
                Fault.that("revokes by prefix", RevocationContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<Holder> onRevoke(String name) {
                        onList(name, Integer.MAX_VALUE).stream()
                                .filter(status -> !status.name().equals(name))
                                .forEach(status -> super.onRevoke(status.name()));
                        return super.onRevoke(name);
                    }
                }),
                new Fault("does not note which claim it revoked", RevokedClaimContract.class, () -> {
                    Map<String, Claim> held = new ConcurrentHashMap<>();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            held.put(claim.name(), claim);
                            return super.onClaim(claim);
                        }

                        @Override
                        Optional<Holder> onRevoke(String name) {
                            Optional<Holder> holder = holder(name);
                            super.onWithdraw(Objects.requireNonNull(held.get(name)), false);
                            return holder;
                        }
                    };
                }),
                new Fault("renews whatever grant its claim has", RevokedClaimContract.class, () -> {
                    Map<ClaimId, Grant> latest = new ConcurrentHashMap<>();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            ClaimOutcome outcome = super.onClaim(claim);
                            if (outcome instanceof ClaimOutcome.Granted granted) {
                                latest.put(claim.id(), granted.grant());
                            }
                            return outcome;
                        }

                        @Override
                        RenewalOutcome onRenew(Collection<Renewal> renewals) {
                            return super.onRenew(renewals.stream()
                                    .map(due -> new Renewal(
                                            latest.getOrDefault(due.grant().claim(), due.grant()), due.lease()))
                                    .toList());
                        }
                    };
                }),
                new Fault("refuses a client after a revocation", RevokedClaimContract.class, () -> {
                    Set<String> revoked = ConcurrentHashMap.newKeySet();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            return revoked.contains(claim.name()) ? new ClaimOutcome.Withdrawn() : super.onClaim(claim);
                        }

                        @Override
                        Optional<Holder> onRevoke(String name) {
                            revoked.add(name);
                            return super.onRevoke(name);
                        }
                    };
                }),
                new Fault("serves nobody after a revocation", QueueRevocationContract.class, () -> {
                    Registry registry = new Registry();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            return registry.claim(sound, claim);
                        }

                        @Override
                        Optional<Holder> onRevoke(String name) {
                            registry.dropWaiters(name);
                            return super.onRevoke(name);
                        }
                    };
                }));
    }
}
