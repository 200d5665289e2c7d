package io.lockkeeper.zookeeper;

import io.lockkeeper.store.ClaimId;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The places of a store's claims, and what they are found by. */
final class Places {

    private final Map<ClaimId, Place> all = new ConcurrentHashMap<>();
    private final Map<String, Place> holding = new ConcurrentHashMap<>();
    private final Map<String, Place> watching = new ConcurrentHashMap<>();
    private final Map<String, Place> unchanged = new ConcurrentHashMap<>();
    private final Set<String> clients = ConcurrentHashMap.newKeySet();
    private final Tombstones tombstones = new Tombstones();

    @Nullable
    Place get(ClaimId claim) {
        return all.get(claim);
    }

    /** Whose place a node is; null if there is none, or the node has no claim's name. */
    @Nullable
    Place of(@Nullable NodeName node) {
        ClaimId claim = node == null ? null : node.claim();
        return claim == null ? null : all.get(claim);
    }

    /** Adds a place, unless the claim has one: returns that which it has. */
    Place add(Place place) {
        clients.add(place.client());
        Place other = all.putIfAbsent(place.claim.id(), place);
        return other == null ? place : other;
    }

    boolean has(Place place) {
        return all.get(place.claim.id()) == place;
    }

    /** Whether a node was made for a claim that came through here. */
    boolean isOurs(@Nullable NodeName node) {
        ClaimId claim = node == null ? null : node.claim();
        return claim != null && clients.contains(claim.client());
    }

    Collection<Place> all() {
        return all.values();
    }

    /** Whether the store has no place, and no withdrawn claim may still make one. */
    boolean isEmpty() {
        return all.isEmpty() && tombstones.isEmpty();
    }

    /** Forgets a place. False if it was forgotten before. */
    boolean remove(Place place) {
        String before = place.before;
        if (before != null) {
            watching.remove(before, place);
        }
        holding.remove(place.lock, place);
        unchanged.remove(place.lock, place);
        boolean removed = all.remove(place.claim.id(), place);
        place.unwatchRecall();
        return removed;
    }

    /** Which of them holds a lock, by the lock's path. */
    @Nullable
    Place holding(String lock) {
        return holding.get(lock);
    }

    void holds(Place place) {
        holding.put(place.lock, place);
    }

    /** Takes note of what a place waits for: one node has one that comes next. */
    void watches(Place place, String before) {
        String earlier = place.before;
        if (earlier != null && !earlier.equals(before)) {
            watching.remove(earlier, place);
        }
        place.before = before;
        watching.put(before, place);
    }

    /** Takes note that a place has looked at its line, which is watched from now on. */
    void hasSeen(Place place) {
        unchanged.put(place.lock, place);
        if (!has(place)) { // It was forgotten before the look was answered.
            unchanged.remove(place.lock, place);
        }
    }

    /** Whether a place watches its line, and nothing has changed there since it looked. */
    boolean isUnchanged(Place place) {
        return unchanged.get(place.lock) == place;
    }

    /** As {@link #isUnchanged}, and says so once. */
    boolean takeUnchanged(Place place) {
        return unchanged.remove(place.lock, place);
    }

    /** Takes note that something has changed in a line: it has to be looked at again. */
    void changed(String lock) {
        unchanged.remove(lock);
    }

    /** Takes note that something may have changed in any line. */
    void mayHaveChanged() {
        unchanged.clear();
    }

    /** Who waits for this node, once. */
    @Nullable
    Place takeWatching(String path) {
        return watching.remove(path);
    }

    /** Remembers a claim that was withdrawn, and may yet be made. */
    void bury(ClaimId claim) {
        tombstones.add(claim);
    }

    boolean isBuried(ClaimId claim) {
        return tombstones.has(claim);
    }

    /** Forgets what was buried long ago. */
    void sweep() {
        tombstones.sweep();
    }
}
