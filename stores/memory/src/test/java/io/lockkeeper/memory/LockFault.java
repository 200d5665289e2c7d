package io.lockkeeper.memory;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Store;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A way to break locks.
 *
 * @param story what the broken locks do
 * @param promise the contract that must catch it
 * @param stores for one test: opens each store of it
 * @param clients breaks each client
 */
record LockFault(String story, Class<?> promise, Supplier<Supplier<Store>> stores, UnaryOperator<LockClient> clients) {

    /** A fault below the engine. */
    static LockFault inStore(String story, Class<?> promise, Function<MemoryStore, Store> breaker) {
        return new LockFault(
                story,
                promise,
                () -> {
                    MemorySpace space = new MemorySpace(System::nanoTime);
                    return () -> breaker.apply((MemoryStore) space.connect());
                },
                UnaryOperator.identity());
    }

    static LockFault inClient(String story, Class<?> promise, UnaryOperator<LockClient> breaker) {
        return new LockFault(
                story, promise, inStore(story, promise, store -> store).stores(), breaker);
    }

    static LockFault inLock(String story, Class<?> promise, UnaryOperator<DistributedLock> breaker) {
        return inClient(story, promise, client -> new PassedClient(client) {
            @Override
            DistributedLock passed(DistributedLock lock) {
                return breaker.apply(lock);
            }
        });
    }

    static LockFault inLease(String story, Class<?> promise, UnaryOperator<Lease> breaker) {
        return inLock(story, promise, lock -> new PassedLock(lock) {
            @Override
            Lease leased(Lease lease) {
                return breaker.apply(lease);
            }
        });
    }

    @Override
    public String toString() {
        return "a lock that " + story;
    }
}
