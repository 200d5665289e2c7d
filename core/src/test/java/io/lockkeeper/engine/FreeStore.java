package io.lockkeeper.engine;

import io.lockkeeper.Guarantees;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Tokens;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A store in which every lock is free; it answers claims on a thread of its own. */
final class FreeStore implements Store {

    private final AtomicLong tokens = new AtomicLong();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger renewals = new AtomicInteger();
    private volatile CompletableFuture<Void> releasing = CompletableFuture.completedFuture(null);

    /** How many locks were granted and not released. */
    int held() {
        return held.get();
    }

    /** How often leases were renewed. */
    int renewals() {
        return renewals.get();
    }

    /** From now on, releases are answered when the future is completed. */
    CompletableFuture<Void> delayRelease() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        releasing = answer;
        return answer;
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(
                "a store in a test",
                Guarantees.Reach.PROCESS,
                Guarantees.Expiry.STORE_CLOCK,
                Guarantees.Order.QUEUED,
                Guarantees.Tokens.INCREASING,
                "nothing",
                Map.of());
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        held.incrementAndGet();
        long first = tokens.addAndGet(claim.tokens());
        ClaimOutcome granted = new ClaimOutcome.Granted(new Grant(
                claim.name(),
                claim.id(),
                new Tokens(first, first + claim.tokens() - 1),
                new Remaining(claim.lease().toNanos(), 0),
                false));
        return new CompletableFuture<ClaimOutcome>()
                .completeAsync(
                        () -> granted,
                        CompletableFuture.delayedExecutor(
                                10, TimeUnit.MILLISECONDS, answer -> new Thread(answer, "store").start()));
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        this.renewals.incrementAndGet();
        Map<ClaimId, Grant> renewed = new HashMap<>();
        renewals.forEach(
                renewal -> renewed.put(renewal.grant().claim(), renewal.grant().renewed(renewal.lease(), 0)));
        return CompletableFuture.completedFuture(new RenewalOutcome(renewed, Set.of()));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        held.decrementAndGet();
        return releasing.thenApply(nothing -> new ReleaseOutcome.Released());
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {}
}
