package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.AsyncAction;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store with leases that fails: before the operation, or after it. */
record FailingLeases(LeasedIdempotency store, boolean after, RuntimeException failure) implements LeasedIdempotency {

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> run(
            IdempotentCall<T> call, IdempotentAction<T, E> action) {
        throw failure;
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<Outcome<T>> runAsync(
            IdempotentCall<T> call, AsyncAction<T> action) {
        return after
                ? store.runAsync(call, action).thenCompose(done -> CompletableFuture.failedStage(failure))
                : CompletableFuture.failedStage(failure);
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        throw failure;
    }

    @Override
    public void close() {}
}
