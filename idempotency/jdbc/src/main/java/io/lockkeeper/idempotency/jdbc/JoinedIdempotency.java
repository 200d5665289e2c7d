package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import java.sql.Connection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A view that runs operations in a transaction of the caller's. */
final class JoinedIdempotency implements TransactionalIdempotency {

    private final TransactionalEngine engine;
    private final Connection transaction;
    private final Function<IdempotentCall<?>, Looks> looks;
    private final Progress progress;

    JoinedIdempotency(
            TransactionalEngine engine,
            Connection transaction,
            Function<IdempotentCall<?>, Looks> looks,
            Progress progress) {
        this.engine = engine;
        this.transaction = transaction;
        this.looks = looks;
        this.progress = progress;
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> runInTransaction(
            IdempotentCall<T> call, TransactionalAction<T, E> action) throws E, InterruptedException {
        return engine.join(transaction, call, action, looks.apply(call), progress);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> runFramed(
            IdempotentCall<T> call, FramedTransaction<T, E> frame) throws E, InterruptedException {
        return engine.runFramed(call, frame);
    }

    @Override
    public TransactionalIdempotency in(Connection other) {
        return engine.in(other);
    }

    @Override
    public int purge(int max) {
        return engine.purge(max);
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return engine.catalogue();
    }

    /** The one that made this view is closed by whom it belongs to. */
    @Override
    public void close() {}
}
