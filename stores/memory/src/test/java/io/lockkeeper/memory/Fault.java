package io.lockkeeper.memory;

import io.lockkeeper.store.Store;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A way to break a store.
 *
 * @param story what the broken store does
 * @param promise the contract that must catch it
 * @param breaker for one test: breaks each store of it
 */
record Fault(String story, Class<?> promise, Supplier<Function<MemoryStore, Store>> breaker) {

    /** A fault that needs no memory of other stores. */
    static Fault that(String story, Class<?> promise, Function<MemoryStore, Store> breaker) {
        return new Fault(story, promise, () -> breaker);
    }

    @Override
    public String toString() {
        return "a store that " + story;
    }
}
