package io.lockkeeper.micrometer;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.NotHeldException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** What threads of one client own by {@code lock()}: until it is unlocked, closed by its handle, or lost. */
final class ThreadHolds {

    private final ConcurrentMap<Key, Owned> owned = new ConcurrentHashMap<>();

    private record Key(Thread thread, String name) {

        static Key of(DistributedLock lock) {
            return new Key(Thread.currentThread(), lock.name());
        }
    }

    private record Owned(Lease view, Holding holding) {

        /** Ends the observation if the holding has ended. */
        void settle() {
            if (holding.isEnded()) {
                return;
            }
            try {
                view.ensureHeld();
            } catch (LeaseLostException loss) {
                holding.lost(loss.loss());
            } catch (NotHeldException closed) {
                holding.endsAs(view.closeAsync()); // This only says how it was closed.
            }
        }
    }

    /** The calling thread entered a lock: for the first time, unless what it has is held still. */
    void entered(DistributedLock lock, Supplier<Holding> begin) {
        Key key = Key.of(lock);
        Owned before = owned.get(key);
        if (before != null && before.view.isHeld()) {
            return;
        }
        if (before != null) {
            before.settle();
        }
        if (lock.holdCount() == 1) { // Else it is lost already, or was entered through the client that is wrapped.
            lock.currentLease().ifPresent(view -> begin(key, view, begin.get()));
        }
    }

    private void begin(Key key, Lease view, Holding holding) {
        Owned begun = new Owned(view, holding);
        owned.put(key, begun);
        holding.whenEnded(() -> owned.remove(key, begun));
        view.onLost(holding::lost);
    }

    /** What the calling thread owns of a lock is observed by the same holding if it is closed by this handle. */
    Lease observed(DistributedLock lock, Lease view) {
        return holding(lock)
                .<Lease>map(holding -> new ObservedLease(view, holding))
                .orElse(view);
    }

    private Optional<Holding> holding(DistributedLock lock) {
        return Optional.ofNullable(owned.get(Key.of(lock))).map(Owned::holding);
    }

    /** Unlocks, which ends the holding or not. */
    void unlock(DistributedLock lock) {
        Owned held = owned.get(Key.of(lock));
        if (held == null) {
            lock.unlock();
            return;
        }
        try {
            lock.unlock();
        } catch (NotHeldException notHeld) {
            if (notHeld.getCause() instanceof LeaseLostException loss) {
                held.holding.lost(loss.loss());
            }
            throw notHeld;
        } finally {
            held.settle();
        }
    }

    /** How many holdings are kept. */
    int size() {
        return owned.size();
    }
}
