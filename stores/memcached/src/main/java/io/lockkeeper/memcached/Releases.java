package io.lockkeeper.memcached;

import io.lockkeeper.store.ClaimId;
import java.util.Optional;
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
        return Items.settled(name, () -> attempt(name, claim));
    }

    private CompletableFuture<Optional<Boolean>> attempt(String name, ClaimId claim) {
        return items.readAll(name).thenCompose(glance -> {
            Found found = glance.found();
            Item item = glance.of(name, claim);
            if (found == null || item == null) {
                return CompletableFuture.completedFuture(Optional.of(false));
            }
            if (glance.isRecalled(item)) {
                items.forgetRecall(name); // Served before the deletion: a later grant of this moment looks alike.
            }
            return items.delete(found).thenApply(change -> {
                if (change == Items.Change.MADE) {
                    turns.released(name, claim, glance.next(), System.nanoTime());
                }
                return change.answer(true, false);
            });
        });
    }
}
