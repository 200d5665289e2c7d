package io.lockkeeper.memory;

import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** Stores whose fencing tokens do not fence. */
final class TokenFaults {

    private TokenFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("gives everyone the same token", TokenContract.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        return Grants.change(
                                super.onClaim(claim), grant -> Grants.withTokens(grant, 7, 7 + claim.tokens() - 1));
                    }
                }),
                Fault.that("gives one token whatever is asked for", TokenContract.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        return Grants.change(
                                super.onClaim(claim),
                                grant -> Grants.withTokens(grant, grant.firstToken(), grant.firstToken()));
                    }
                }),
                new Fault("gives ranges that overlap", TokenContract.class, counting(1, 0)),
                new Fault("gives the tokens of withdrawn grants again", TokenContract.class, counting(0, 1)),
                Fault.that("counts each client's tokens apart", TokenContract.class, store -> new Tampered(store) {
                    private final Map<String, Long> last = new HashMap<>();

                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        return Grants.change(super.onClaim(claim), grant -> {
                            long end = last.merge(claim.name(), (long) claim.tokens(), Long::sum);
                            return Grants.withTokens(grant, end - claim.tokens() + 1, end);
                        });
                    }
                }));
    }

    /** Counts grants by a number of its own, and takes what was withdrawn off it. */
    private static Supplier<Function<MemoryStore, Store>> counting(int stepOrRange, int takenBack) {
        return () -> {
            AtomicLong last = new AtomicLong();
            return store -> new Tampered(store) {
                @Override
                ClaimOutcome onClaim(Claim claim) {
                    return Grants.change(super.onClaim(claim), grant -> {
                        long first = 1 + last.getAndAdd(stepOrRange > 0 ? stepOrRange : claim.tokens());
                        return Grants.withTokens(grant, first, first + claim.tokens() - 1);
                    });
                }

                @Override
                void onWithdraw(Claim claim, boolean outcomeUnknown) {
                    last.addAndGet(-(long) takenBack * claim.tokens());
                    super.onWithdraw(claim, outcomeUnknown);
                }
            };
        };
    }
}
