package io.lockkeeper.spring.boot;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockException;
import io.lockkeeper.LockStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the endpoint shows, in plain values. */
record ShownLocks(Map<String, ShownStore> stores) {

    /**
     * A store.
     *
     * @param store its description
     * @param error why its locks can't be shown, if so
     */
    record ShownStore(
            String store, List<ShownLock> locks, @Nullable String error) {
        static ShownStore of(LockClient client, Supplier<List<LockStatus>> locks) {
            String store = client.guarantees().store();
            try {
                return new ShownStore(
                        store, locks.get().stream().map(ShownLock::of).toList(), null);
            } catch (LockException
                    | UnsupportedOperationException failure) { // The other stores are shown all the same.
                return new ShownStore(store, List.of(), failure.getMessage());
            }
        }
    }

    /** A lock. */
    record ShownLock(String name, long token, List<ShownHolding> holders, List<ShownHolder> waiters) {
        static ShownLock of(LockStatus status) {
            return new ShownLock(
                    status.name(),
                    status.token(),
                    status.holders().stream().map(ShownHolding::of).toList(),
                    status.waiters().stream().map(ShownHolder::of).toList());
        }
    }

    /** Who holds a lock, and for how long. */
    record ShownHolding(
            ShownHolder holder,
            long token,
            @Nullable Instant since,
            @Nullable Duration remaining) {
        static ShownHolding of(Holding holding) {
            return new ShownHolding(
                    ShownHolder.of(holding.holder()),
                    holding.token(),
                    holding.since().orElse(null),
                    holding.remaining().orElse(null));
        }
    }

    /** Who holds a lock or waits for it. */
    record ShownHolder(String client, String host, long pid, String thread, String description) {
        static ShownHolder of(Holder holder) {
            return new ShownHolder(holder.client(), holder.host(), holder.pid(), holder.thread(), holder.description());
        }
    }
}
