package io.lockkeeper.memory;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A part of a space: some of its names under one lock. Each method is one atomic step. */
final class Shard {

    private static final int SWEEP_AT_LEAST = 64;
    private static final ReleaseOutcome RELEASED = new ReleaseOutcome.Released();
    private static final ReleaseOutcome NOT_HELD = new ReleaseOutcome.NotHeld();

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Place> places = new HashMap<>();
    private final Tombstones tombstones = new Tombstones();
    private final Clock clock;
    private final AtomicLong tokens;
    private final Listeners listeners;
    private int sweepAt = SWEEP_AT_LEAST;

    Shard(Clock clock, AtomicLong tokens, Listeners listeners) {
        this.clock = clock;
        this.tokens = tokens;
        this.listeners = listeners;
    }

    ClaimOutcome claim(Claim claim) {
        lock.lock();
        try {
            return claim(claim, clock.now());
        } finally {
            lock.unlock();
        }
    }

    private ClaimOutcome claim(Claim claim, long now) {
        if (tombstones.has(claim.id(), now)) {
            return new ClaimOutcome.Withdrawn();
        }
        Place place = places.get(claim.name());
        if (place == null) {
            sweep(now);
            place = new Place(claim.name(), tokens, listeners);
            places.put(claim.name(), place);
        }
        return place.claim(claim, now);
    }

    /** The grant as it is now, or null if it is lost. */
    @Nullable
    Grant renew(Renewal renewal) {
        return change(renewal.grant().name(), (place, now) -> place.renew(renewal, now));
    }

    boolean setLease(Grant grant, Duration lease) {
        return Boolean.TRUE.equals(
                change(grant.name(), (place, now) -> place.setLease(grant.claim(), lease.toNanos(), now)));
    }

    ReleaseOutcome release(Grant grant) {
        Boolean released = change(grant.name(), (place, now) -> place.release(grant.claim(), now));
        return Boolean.TRUE.equals(released) ? RELEASED : NOT_HELD;
    }

    Exchanged exchange(Grant grant, Claim next) {
        lock.lock();
        try {
            return new Exchanged(release(grant), claim(next, clock.now()));
        } finally {
            lock.unlock();
        }
    }

    void withdraw(Claim claim, boolean outcomeUnknown) {
        lock.lock();
        try {
            if (outcomeUnknown) {
                tombstones.add(claim.id(), clock.now());
            }
            change(claim.name(), (place, now) -> place.withdraw(claim.id(), now));
        } finally {
            lock.unlock();
        }
    }

    Optional<Holder> revoke(String name, @Nullable Holding only) {
        return Optional.ofNullable(change(name, (place, now) -> {
            Claim revoked = only == null || place.isHeldAs(only, now, clock) ? place.revoke(now) : null;
            if (revoked == null) {
                return null;
            }
            tombstones.add(revoked.id(), now); // A late copy would be granted to a holder that was not told yet.
            return revoked.holder();
        }));
    }

    Optional<Asked> recall(String name, @Nullable Holding only) {
        return Optional.ofNullable(change(
                name,
                (place, now) -> only == null || place.isHeldAs(only, now, clock) ? place.recall(now, clock) : null));
    }

    boolean isRecalled(Grant grant) {
        return Boolean.TRUE.equals(change(grant.name(), (place, now) -> place.isRecalled(grant.claim(), now)));
    }

    void list(String prefix, List<LockStatus> found) {
        lock.lock();
        try {
            long now = clock.now();
            for (Place place : places.values()) {
                if (place.name().startsWith(prefix) && !place.isIdle(now)) {
                    found.add(place.status(now, clock));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    Optional<LockStatus> inspect(String name) {
        return Optional.ofNullable(change(name, (place, now) -> place.isIdle(now) ? null : place.status(now, clock)));
    }

    int size() {
        lock.lock();
        try {
            return places.size();
        } finally {
            lock.unlock();
        }
    }

    private <T> @Nullable T change(String name, Step<T> step) {
        lock.lock();
        try {
            Place place = places.get(name);
            if (place == null) {
                return null;
            }
            T result = step.take(place, clock.now());
            if (place.isEmpty()) {
                places.remove(name);
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what ended unreleased and nobody asked for since: each time the names have doubled. */
    private void sweep(long now) {
        if (places.size() >= sweepAt) {
            places.values().removeIf(place -> place.isIdle(now));
            sweepAt = Math.max(SWEEP_AT_LEAST, 2 * places.size());
        }
    }

    /** What is done with a name that is held or waited for. */
    private interface Step<T> {
        @Nullable
        T take(Place place, long now);
    }
}
