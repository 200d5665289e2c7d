package io.lockkeeper.memcached;

import io.lockkeeper.store.ClaimId;
import java.util.concurrent.CompletableFuture;

/** The end of claims that were granted, or may have been. */
final class Releases {

    private final Items items;
    private final Turns turns;

    Releases(Items items, Turns turns) {
        this.items = items;
        this.turns = turns;
    }

    /** Deletes a claim's item. False if there was none; two requests unless the item changes meanwhile. */
    CompletableFuture<Boolean> release(String name, ClaimId claim) {
        return release(name, claim, Items.ATTEMPTS);
    }

    private CompletableFuture<Boolean> release(String name, ClaimId claim, int attempts) {
        return items.readWithNext(name).thenCompose(glance -> {
            Found found = glance.found();
            if (found == null || found.of(name, claim) == null) {
                return CompletableFuture.completedFuture(false);
            }
            return items.delete(found).thenCompose(change -> switch (change) {
                case MADE -> {
                    turns.released(name, claim, glance.next(), System.nanoTime());
                    yield CompletableFuture.completedFuture(true);
                }
                case GONE -> CompletableFuture.completedFuture(false);
                case OVERTAKEN ->
                    attempts > 1
                            ? release(name, claim, attempts - 1)
                            : CompletableFuture.failedFuture(Items.unsettled(name));
            });
        });
    }
}
