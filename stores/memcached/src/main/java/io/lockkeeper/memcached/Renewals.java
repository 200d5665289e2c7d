package io.lockkeeper.memcached;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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

    /** What a renewal that failed would have told stays unknown; if all fail, so does this. */
    CompletableFuture<RenewalOutcome> renew(Collection<Renewal> due) {
        List<Renewal> all = List.copyOf(due);
        List<String> names = all.stream().map(renewal -> renewal.grant().name()).toList();
        return items.read(names).thenCompose(found -> {
            Map<ClaimId, Grant> renewed = new ConcurrentHashMap<>();
            Set<ClaimId> lost = ConcurrentHashMap.newKeySet();
            List<CompletableFuture<Void>> results = new ArrayList<>(all.size());
            for (int index = 0; index < all.size(); index++) {
                ClaimId claim = all.get(index).grant().claim();
                results.add(renew(all.get(index), found.get(index))
                        .thenAccept(grant ->
                                grant.ifPresentOrElse(lasting -> renewed.put(claim, lasting), () -> lost.add(claim))));
            }
            return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                    .handle((done, failure) -> failure)
                    .thenCompose(failure -> failure != null && renewed.isEmpty() && lost.isEmpty()
                            ? CompletableFuture.failedFuture(failure)
                            : CompletableFuture.completedFuture(new RenewalOutcome(renewed, lost)));
        });
    }

    /** The grant as it lasts; empty if the item is gone, or another's. */
    private CompletableFuture<Optional<Grant>> renew(Renewal renewal, @Nullable Found found) {
        String name = renewal.grant().name();
        return attempt(renewal, found)
                .thenCompose(first -> first.isPresent()
                        ? CompletableFuture.completedFuture(first.get())
                        : Items.settled(
                                name, () -> items.read(name).thenCompose(read -> attempt(renewal, read.orElse(null)))));
    }

    /** What {@link #renew} answers; empty if it was overtaken. */
    private CompletableFuture<Optional<Optional<Grant>>> attempt(Renewal renewal, @Nullable Found found) {
        Grant grant = renewal.grant();
        Item item = found == null ? null : found.of(grant.name(), grant.claim());
        if (found == null || item == null) {
            return CompletableFuture.completedFuture(Optional.of(Optional.empty()));
        }
        if (renewal.lease().compareTo(Expiry.LONGEST) > 0) {
            return CompletableFuture.failedFuture(Expiry.tooLong(renewal.lease()));
        }
        long now = System.nanoTime();
        // A longer renewal may have overtaken this one, and its holder relies upon it.
        long lease = Math.max(renewal.lease().toNanos(), item.life().left(now));
        return items.swap(found, item.lasting(lease, now))
                .thenApply(change -> change.answer(Optional.of(grant.renewed(renewal.lease(), now)), Optional.empty()));
    }

    /** Lets a lease end this long from now, earlier or later than it would have. False if it is not current any more. */
    CompletableFuture<Boolean> set(Grant grant, Duration lease) {
        return Items.settled(
                grant.name(),
                () -> items.read(grant.name()).thenCompose(read -> {
                    Found found = read.orElse(null);
                    Item item = found == null ? null : found.of(grant.name(), grant.claim());
                    if (found == null || item == null) {
                        return CompletableFuture.completedFuture(Optional.of(false));
                    }
                    return items.swap(found, item.lasting(lease.toNanos(), System.nanoTime()))
                            .thenApply(change -> change.answer(true, false));
                }));
    }
}
