package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import org.jspecify.annotations.Nullable;

/** A store in a transaction that fails: before the operation, or at its commit. */
final class StubIdempotency implements Idempotency {

    private final boolean runs;
    private final RuntimeException failure;

    private StubIdempotency(boolean runs, RuntimeException failure) {
        this.runs = runs;
        this.failure = failure;
    }

    static Idempotency failing(RuntimeException failure) {
        return new StubIdempotency(false, failure);
    }

    static Idempotency failingAfter(RuntimeException failure) {
        return new StubIdempotency(true, failure);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> run(
            IdempotentCall<T> call, IdempotentAction<T, E> action) throws E {
        if (runs) {
            T unused = action.run(new OnlyAttempt(call.key()));
        }
        throw failure;
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        throw failure;
    }

    @Override
    public void close() {}

    private record OnlyAttempt(IdempotencyKey key) implements Attempt {
        @Override
        public long token() {
            return 1;
        }

        @Override
        public int number() {
            return 1;
        }
    }
}
