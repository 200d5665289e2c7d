package io.lockkeeper.jdbc;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.util.ArrayList;
import java.util.List;

/** Those who wait for a lock, first come first. Not thread-safe. */
final class Line {

    private final List<QueuedClaim> claims;
    private boolean changed;

    Line(List<QueuedClaim> claims) {
        this.claims = new ArrayList<>(claims);
    }

    boolean isChanged() {
        return changed;
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }

    List<QueuedClaim> claims() {
        return claims;
    }

    List<Holder> holders() {
        return claims.stream().map(QueuedClaim::holder).toList();
    }

    QueuedClaim first() {
        return claims.get(0);
    }

    boolean isFirst(ClaimId claim) {
        return !claims.isEmpty() && first().id().equals(claim);
    }

    QueuedClaim removeFirst() {
        changed = true;
        return claims.remove(0);
    }

    /** How many are before a claim; less than 0 if it does not wait. */
    int place(ClaimId claim) {
        for (int place = 0; place < claims.size(); place++) {
            if (claims.get(place).id().equals(claim)) {
                return place;
            }
        }
        return -1;
    }

    /** Returns how many are before it. A client has one claim at a time: one of before was withdrawn, or is about to be. */
    int join(Claim claim) {
        claims.removeIf(older -> older.id().client().equals(claim.id().client()));
        claims.add(QueuedClaim.of(claim));
        changed = true;
        return claims.size() - 1;
    }

    void leave(ClaimId claim) {
        changed |= claims.removeIf(waiter -> waiter.id().equals(claim));
    }

    /** Removes so many from the front, but nobody from a claim on. */
    void drop(long silent, ClaimId asking) {
        for (long left = silent; left > 0 && !isEmpty() && !isFirst(asking); left--) {
            QueuedClaim unused = removeFirst();
        }
    }
}
