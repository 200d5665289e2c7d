package io.lockkeeper.memcached;

import io.lockkeeper.Holding;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Recalls: an item beside the lock's, which names the grant. Nobody is told of it; the holder reads it.
 *
 * @param items the items
 */
record Recalls(Items items) {

    /** Of an item whose format is that of a later release nothing can be said beside it, nor on a full server: its holder is not asked. */
    CompletableFuture<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return items.read(name).thenCompose(read -> {
            if (read.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.<Asked>empty());
            }
            Holding current = read.get().holding(name, items.failures());
            if (only != null && !only.isSameGrant(current)) {
                return CompletableFuture.completedFuture(Optional.<Asked>empty());
            }
            return read.get().value() instanceof Item item
                    ? items.recall(item).thenApply(noted -> Optional.of(new Asked(current, noted)))
                    : CompletableFuture.completedFuture(Optional.of(new Asked(current, false)));
        });
    }

    CompletableFuture<Boolean> isRecalled(Grant grant) {
        return items.readAll(grant.name()).thenApply(glance -> {
            Item item = glance.of(grant.name(), grant.claim());
            return item != null && glance.isRecalled(item);
        });
    }
}
