package io.lockkeeper.memory;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.Purpose;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.RecallPush;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One client's connection to a space. Every call has been carried out when it returns. */
final class MemoryStore implements Store, RecallPush, Exchange, AdjustableLease, Catalogue, Revocation {

    private static final Guarantees GUARANTEES = new Guarantees(
            "memory of this process",
            Guarantees.Reach.PROCESS,
            Guarantees.Expiry.STORE_CLOCK,
            Guarantees.Order.QUEUED,
            Guarantees.Tokens.INCREASING,
            "Locks end with this process.",
            Map.of(
                    Purpose.CORRECTNESS,
                    "A lease can end while its holder is paused, and the lock then passes to the next holder; let the"
                            + " resource refuse old fencing tokens, and declare the lock for FENCED."));

    private final MemorySpace space;
    private final Map<String, Signals> listening = new ConcurrentHashMap<>();
    private volatile boolean closed;

    MemoryStore(MemorySpace space) {
        this.space = space;
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return answer(() -> space.shard(claim.name()).claim(claim));
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return answer(() -> {
            Map<ClaimId, Grant> renewed = new HashMap<>();
            Set<ClaimId> lost = new HashSet<>();
            for (Renewal renewal : renewals) {
                Grant grant = space.shard(renewal.grant().name()).renew(renewal);
                if (grant != null) {
                    renewed.put(grant.claim(), grant);
                } else {
                    lost.add(renewal.grant().claim());
                }
            }
            return new RenewalOutcome(renewed, lost);
        });
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return answer(() -> space.shard(grant.name()).release(grant));
    }

    @Override
    public CompletionStage<Boolean> setLease(Grant grant, Duration lease) {
        return answer(() -> space.shard(grant.name()).setLease(grant, lease));
    }

    @Override
    public CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        Exchange.requireSameName(grant, next);
        return answer(() -> space.shard(next.name()).exchange(grant, next));
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return answer(() -> {
                    space.shard(claim.name()).withdraw(claim, outcomeUnknown);
                    return true;
                })
                .thenAccept(done -> {});
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        return answer(() -> {
                    listening.put(client, signals);
                    space.listeners().add(client, signals);
                    if (closed) {
                        space.listeners().remove(client, signals);
                    }
                    return true;
                })
                .thenAccept(done -> {});
    }

    @Override
    public CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return answer(() -> space.shard(name).revoke(name, only));
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return answer(() -> space.shard(name).recall(name, only));
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return answer(() -> space.shard(grant.name()).isRecalled(grant));
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        return answer(() -> {
            List<LockStatus> found = new ArrayList<>();
            for (Shard shard : space.shards()) {
                shard.list(prefix, found);
            }
            return found.stream()
                    .sorted(Comparator.comparing(LockStatus::name))
                    .limit(limit)
                    .toList();
        });
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return answer(() -> space.shard(name).inspect(name));
    }

    @Override
    public void close() {
        closed = true;
        listening.forEach(space.listeners()::remove);
    }

    private <T> CompletionStage<T> answer(Supplier<T> call) {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException("This store is closed."));
        }
        T answer = call.get();
        space.listeners().deliver();
        return CompletableFuture.completedFuture(answer);
    }
}
