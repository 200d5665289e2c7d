package io.lockkeeper.memcached;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Renewals: all items are read with a request for every 255, then those that are still their claim's are written anew with
 * a request each, all under way at once. memcached can't prolong an item's life only if it is still the same.
 */
final class Renewals {

    private final Items items;

    Renewals(Items items) {
        this.items = items;
    }

    /** What came of one renewal. */
    private sealed interface Result {
        /** It lasts. */
        record Renewed(Grant grant) implements Result {}

        /** The item is gone, or another's. */
        record Lost(ClaimId claim) implements Result {}
    }

    /** What a renewal that failed would have told stays unknown; if all fail, so does this. */
    CompletableFuture<RenewalOutcome> renew(Collection<Renewal> due) {
        List<Renewal> all = List.copyOf(due);
        List<String> names = all.stream().map(renewal -> renewal.grant().name()).toList();
        return items.read(names).thenCompose(found -> {
            List<CompletableFuture<Result>> results = new ArrayList<>(all.size());
            for (int index = 0; index < all.size(); index++) {
                results.add(renew(all.get(index), found.get(index), Items.ATTEMPTS));
            }
            return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                    .handle((done, failure) -> failure)
                    .thenCompose(failure ->
                            failure != null && results.stream().allMatch(CompletableFuture::isCompletedExceptionally)
                                    ? CompletableFuture.failedFuture(failure)
                                    : CompletableFuture.completedFuture(sum(results)));
        });
    }

    private CompletableFuture<Result> renew(Renewal renewal, @Nullable Found found, int attempts) {
        Grant grant = renewal.grant();
        Item item = found == null ? null : found.of(grant.name(), grant.claim());
        if (found == null || item == null) {
            return CompletableFuture.completedFuture(new Result.Lost(grant.claim()));
        }
        if (renewal.lease().compareTo(Expiry.LONGEST) > 0) {
            return CompletableFuture.failedFuture(Expiry.tooLong(renewal.lease()));
        }
        long now = System.nanoTime();
        // A longer renewal may have overtaken this one, and its holder relies upon it.
        long lease = Math.max(renewal.lease().toNanos(), item.life().left(now));
        return items.swap(found, item.lasting(lease, now)).thenCompose(change -> switch (change) {
            case MADE -> CompletableFuture.completedFuture(new Result.Renewed(grant.renewed(renewal.lease(), now)));
            case GONE -> CompletableFuture.completedFuture(new Result.Lost(grant.claim()));
            case OVERTAKEN -> again(renewal, attempts);
        });
    }

    private CompletableFuture<Result> again(Renewal renewal, int attempts) {
        String name = renewal.grant().name();
        return attempts > 1
                ? items.read(name).thenCompose(found -> renew(renewal, found.orElse(null), attempts - 1))
                : CompletableFuture.failedFuture(Items.unsettled(name));
    }

    /** Lets a lease end this long from now, earlier or later than it would have. False if it is not current any more. */
    CompletableFuture<Boolean> set(Grant grant, Duration lease, int attempts) {
        return items.read(grant.name()).thenCompose(read -> {
            Found found = read.orElse(null);
            Item item = found == null ? null : found.of(grant.name(), grant.claim());
            if (found == null || item == null) {
                return CompletableFuture.completedFuture(false);
            }
            return items.swap(found, item.lasting(lease.toNanos(), System.nanoTime()))
                    .thenCompose(change -> switch (change) {
                        case MADE -> CompletableFuture.completedFuture(true);
                        case GONE -> CompletableFuture.completedFuture(false);
                        case OVERTAKEN ->
                            attempts > 1
                                    ? set(grant, lease, attempts - 1)
                                    : CompletableFuture.failedFuture(Items.unsettled(grant.name()));
                    });
        });
    }

    private static RenewalOutcome sum(List<CompletableFuture<Result>> results) {
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        for (CompletableFuture<Result> result : results) {
            if (result.isCompletedExceptionally()) {
                continue;
            }
            if (result.join() instanceof Result.Renewed lasting) {
                renewed.put(lasting.grant().claim(), lasting.grant());
            } else if (result.join() instanceof Result.Lost gone) {
                lost.add(gone.claim());
            }
        }
        return new RenewalOutcome(renewed, lost);
    }
}
