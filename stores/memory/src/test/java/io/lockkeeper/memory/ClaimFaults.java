package io.lockkeeper.memory;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.ExclusionPromise;
import io.lockkeeper.contract.ExpiryContract;
import io.lockkeeper.contract.IdempotencyPromise;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stores that grant what they must not, or forget that they did. */
final class ClaimFaults {

    private ClaimFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("grants what another holds", ExclusionPromise.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        ClaimOutcome outcome = super.onClaim(claim);
                        return outcome instanceof ClaimOutcome.Busy ? Grants.forge(claim) : outcome;
                    }
                }),
                Fault.that("remembers claims that may not queue", ExclusionPromise.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        now(sound.listen(claim.id().client(), new RecordedSignals()));
                        ClaimOutcome outcome = super.onClaim(Contender.patient(claim));
                        return outcome instanceof ClaimOutcome.Queued queued
                                ? new ClaimOutcome.Busy(queued.holder(), queued.recheckAfter())
                                : outcome;
                    }
                }),
                Fault.that("takes a copy for a new claim", IdempotencyPromise.class, store -> new Tampered(store) {
                    private final Map<ClaimId, Integer> copies = new HashMap<>();

                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        int copy = copies.merge(claim.id(), 1, Integer::sum);
                        return copy == 1 ? super.onClaim(claim) : super.onClaim(renamed(claim, copy));
                    }
                }),
                Fault.that("counts copies", IdempotencyPromise.class, store -> new Tampered(store) {
                    private final Map<ClaimId, Integer> copies = new HashMap<>();

                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        copies.merge(claim.id(), 1, Integer::sum);
                        return super.onClaim(claim);
                    }

                    @Override
                    ReleaseOutcome onRelease(Grant grant) {
                        return copies.merge(grant.claim(), -1, Integer::sum) > 0
                                ? new ReleaseOutcome.Released()
                                : super.onRelease(grant);
                    }
                }),
                Fault.that("gives a copy other tokens", IdempotencyPromise.class, store -> new Tampered(store) {
                    private long copies;

                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        copies++;
                        return Grants.change(
                                super.onClaim(claim),
                                grant -> Grants.withTokens(
                                        grant, grant.firstToken() + copies, grant.lastToken() + copies));
                    }
                }),
                Fault.that(
                        "tells a copy that all of the lease is left",
                        ExpiryContract.class,
                        store -> new Tampered(store) {
                            @Override
                            ClaimOutcome onClaim(Claim claim) {
                                return Grants.change(
                                        super.onClaim(claim),
                                        grant -> Grants.withRemaining(
                                                grant, claim.lease().toNanos()));
                            }
                        }));
    }

    private static Claim renamed(Claim claim, int copy) {
        ClaimId id = new ClaimId(claim.id().client(), claim.id().sequence() + 1_000L * copy);
        return new Claim(claim.name(), id, claim.holder(), claim.terms(), claim.pushSecret());
    }
}
