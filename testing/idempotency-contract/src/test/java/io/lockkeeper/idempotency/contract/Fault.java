package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.store.IdempotencyStore;
import java.util.function.UnaryOperator;

/**
 * A way to break a store.
 *
 * @param story what the broken store does
 * @param promise the promise that must catch it
 * @param breaker breaks a sound store
 */
record Fault(String story, Class<?> promise, UnaryOperator<IdempotencyStore> breaker) {

    @Override
    public String toString() {
        return "a store that " + story;
    }
}
