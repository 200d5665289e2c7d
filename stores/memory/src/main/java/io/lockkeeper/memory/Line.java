package io.lockkeeper.memory;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The claims that wait for one name, first come first; those whose client listens no more drop out unserved. */
final class Line {

    private final Listeners listeners;

    /** Null until someone waits: most locks are never waited for. */
    private @Nullable Map<ClaimId, Claim> waiting;

    Line(Listeners listeners) {
        this.listeners = listeners;
    }

    void join(Claim claim) {
        if (waiting == null) {
            waiting = new LinkedHashMap<>();
        }
        waiting.put(claim.id(), claim);
    }

    void leave(ClaimId claim) {
        if (waiting != null) {
            waiting.remove(claim);
        }
    }

    boolean has(ClaimId claim) {
        return waiting != null && waiting.containsKey(claim);
    }

    @Nullable
    Claim first() {
        if (waiting == null) {
            return null;
        }
        Iterator<Claim> inOrder = waiting.values().iterator();
        while (inOrder.hasNext()) {
            Claim claim = inOrder.next();
            if (isAlive(claim)) {
                return claim;
            }
            inOrder.remove();
        }
        return null;
    }

    @Nullable
    Claim takeFirst() {
        Claim first = first();
        if (first != null) {
            leave(first.id());
        }
        return first;
    }

    int ahead(ClaimId claim) {
        int ahead = 0;
        for (Claim other : claims()) {
            if (other.id().equals(claim)) {
                break;
            }
            ahead += isAlive(other) ? 1 : 0;
        }
        return ahead;
    }

    List<Holder> holders() {
        return claims().stream().filter(this::isAlive).map(Claim::holder).toList();
    }

    private Collection<Claim> claims() {
        return waiting == null ? List.of() : waiting.values();
    }

    private boolean isAlive(Claim claim) {
        return listeners.has(claim.id().client());
    }
}
