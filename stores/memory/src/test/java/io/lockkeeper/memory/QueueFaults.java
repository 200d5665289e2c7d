package io.lockkeeper.memory;

import io.lockkeeper.contract.DeadWaiterPromise;
import io.lockkeeper.contract.QueueExpiryContract;
import io.lockkeeper.contract.QueueOrderPromise;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stores whose queues are not in order. */
final class QueueFaults {

    private QueueFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("serves the last that came first", QueueOrderPromise.class, () -> {
                    Registry registry = new Registry();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            if (claim.mayQueue() && !registry.has(claim)) {
                                registry.whileOutOfLine(claim.name(), () -> registry.claim(sound, claim));
                            }
                            return registry.claim(sound, claim);
                        }
                    };
                }),
                new Fault("sends who asks again to the end of the line", QueueOrderPromise.class, () -> {
                    Registry registry = new Registry();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            if (registry.has(claim) && super.onClaim(claim) instanceof ClaimOutcome.Queued) {
                                super.onWithdraw(claim, false);
                            }
                            return registry.claim(sound, claim);
                        }
                    };
                }),
                Fault.that(
                        "lets who may not queue pass the queue", QueueOrderPromise.class, store -> new Tampered(store) {
                            @Override
                            ClaimOutcome onClaim(Claim claim) {
                                ClaimOutcome outcome = super.onClaim(claim);
                                boolean others = onInspect(claim.name())
                                        .filter(status -> !status.waiters().isEmpty())
                                        .isPresent();
                                return outcome instanceof ClaimOutcome.Busy && others ? Grants.forge(claim) : outcome;
                            }
                        }),
                Fault.that("tells nobody when to ask again", QueueOrderPromise.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        return super.onClaim(claim) instanceof ClaimOutcome.Queued queued
                                ? new ClaimOutcome.Queued(
                                        queued.holder(), queued.ahead(), queued.storeNanos(), Duration.ofDays(1))
                                : super.onClaim(claim);
                    }
                }),
                Fault.that("serves the dead", DeadWaiterPromise.class, store -> new Tampered(store) {
                    @Override
                    public void close() {}
                }),
                new Fault("gives a dead holder's lock to whoever asks", QueueExpiryContract.class, () -> {
                    Registry registry = new Registry();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            if (holder(claim.name()).isEmpty()) {
                                registry.whileOutOfLine(claim.name(), () -> super.onClaim(claim));
                            }
                            return registry.claim(sound, claim);
                        }
                    };
                }),
                Fault.that(
                        "answers who asks again from memory", QueueExpiryContract.class, store -> new Tampered(store) {
                            private final Map<ClaimId, ClaimOutcome> answers = new HashMap<>();

                            @Override
                            ClaimOutcome onClaim(Claim claim) {
                                ClaimOutcome known = answers.get(claim.id());
                                if (known instanceof ClaimOutcome.Queued) {
                                    return known;
                                }
                                ClaimOutcome outcome = super.onClaim(claim);
                                answers.put(claim.id(), outcome);
                                return outcome;
                            }
                        }),
                new Fault("forgets the queue when the holder renews", QueueExpiryContract.class, () -> {
                    Registry registry = new Registry();
                    return store -> new Tampered(store) {
                        @Override
                        ClaimOutcome onClaim(Claim claim) {
                            return registry.claim(sound, claim);
                        }

                        @Override
                        RenewalOutcome onRenew(Collection<Renewal> renewals) {
                            renewals.forEach(renewal ->
                                    registry.dropWaiters(renewal.grant().name()));
                            return super.onRenew(renewals);
                        }
                    };
                }));
    }
}
