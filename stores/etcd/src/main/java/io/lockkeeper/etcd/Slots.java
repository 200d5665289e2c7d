package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which key each claim has, until it is over.
 *
 * <p>etcd keeps the name of a key that was deleted until its history is compacted, which may be never, and whoever looks at
 * a range passes by all of them. So the names of a lock are few: a claim takes the first that no other claim of its client
 * has.
 *
 * <p>A name is taken again only if all requests that named it were answered. What may still be on its way could create or
 * delete the key of a later claim; so after a request of which nobody knows the outcome, all names are new.
 */
final class Slots {

    private final Keys keys;
    private final Map<ClaimId, Slot> slots = new HashMap<>();
    private final Map<Owner, BitSet> taken = new HashMap<>();
    private long base;
    private long next;
    private boolean doubt;

    Slots(Keys keys) {
        this.keys = keys;
    }

    /** Who shares out names: a client, for each lock. */
    private record Owner(String lock, String client) {}

    /** The slot that a claim has; it gets one if it has none. */
    synchronized Slot of(Claim claim) {
        String lock = claim.name();
        return slots.computeIfAbsent(claim.id(), id -> {
            BitSet indexes = taken.computeIfAbsent(new Owner(lock, id.client()), first -> new BitSet());
            int index = indexes.nextClearBit(0);
            indexes.set(index);
            long number = base + index;
            next = Math.max(next, number + 1);
            return new Slot(lock, id, index, keys.place(claim, number));
        });
    }

    /** The slot that a claim has, or null. */
    synchronized @Nullable Slot find(ClaimId claim) {
        return slots.get(claim);
    }

    /** Sends a request that names the key of a slot. */
    <T> CompletableFuture<T> naming(Slot slot, Supplier<CompletableFuture<T>> request) {
        synchronized (this) {
            slot.underWay++;
        }
        return request.get().whenComplete((answer, failure) -> {
            synchronized (this) {
                slot.underWay--;
                if (failure != null && isUnknown(Failures.unwrap(failure))) {
                    slot.doubtful = true;
                    doubt = true;
                }
            }
        });
    }

    /** Takes a slot back: its key is not there. */
    synchronized void free(Slot slot) {
        if (slots.remove(slot.claim(), slot)) {
            Owner owner = new Owner(slot.lock(), slot.claim().client());
            BitSet indexes = taken.get(owner);
            if (indexes != null) {
                indexes.clear(slot.index());
                if (indexes.isEmpty()) {
                    taken.remove(owner);
                }
            }
            if (slot.doubtful || slot.underWay > 0) {
                base = next;
            }
        }
    }

    /** Takes a slot back, if its key was certainly never written. */
    synchronized void freeUnwritten(Slot slot) {
        if (!slot.doubtful && slot.underWay == 0) {
            free(slot);
        }
    }

    /** Takes back the slot of a claim; its key may be left, and belongs to no claim then. */
    synchronized void abandon(ClaimId claim) {
        Slot slot = slots.get(claim);
        if (slot != null) {
            slot.doubtful = true;
            doubt = true;
            free(slot);
        }
    }

    /** Whether a request has failed since this was last asked, so that it may have left a key that belongs to no claim. */
    synchronized boolean takeDoubt() {
        boolean had = doubt;
        doubt = false;
        return had;
    }

    /** There may be such keys still. */
    synchronized void doubt() {
        doubt = true;
    }

    /** Has claims take numbers from now on that none has had before: the first of them. */
    synchronized long renumber() {
        base = next;
        return base;
    }

    /** Those keys that no claim has, and none will have, since their numbers are less than this. */
    synchronized List<ByteString> strays(List<ByteString> found, long number) {
        Set<ByteString> wanted = slots.values().stream().map(Slot::key).collect(Collectors.toSet());
        return found.stream()
                .filter(key -> !wanted.contains(key) && Keys.number(key) < number)
                .toList();
    }

    /** Whether a request that failed may have been carried out, or be on its way; else it was not. */
    static boolean isUnknown(Throwable failure) {
        return failure instanceof StoreUnavailableException unavailable && unavailable.outcomeUnknown();
    }
}
