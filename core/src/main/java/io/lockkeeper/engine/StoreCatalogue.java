package io.lockkeeper.engine;

import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Catalogue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * What a store can tell of its locks, for callers who wait for the answer.
 *
 * @param store the store
 */
record StoreCatalogue(Catalogue store) implements LockCatalogue {

    @Override
    public List<LockStatus> list(String prefix, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("A list has room for at least 1 lock; this one: " + limit);
        }
        return await(store.list(prefix, limit));
    }

    @Override
    public Optional<LockStatus> inspect(String name) {
        return await(store.inspect(Names.check(name)));
    }

    static <T> T await(CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().join();
        } catch (CompletionException failed) {
            throw Failures.of(failed);
        }
    }
}
