package io.lockkeeper.idempotency.memory;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ChangePush;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Records in a map. Everything happens under its guard; watchers are called after it. */
final class MemoryStore implements IdempotencyStore, ChangePush {

    private static final long BETWEEN_PURGES = 1_000_000_000;

    private final Ticker clock;
    private final Map<IdempotencyKey, MemoryRecord> records = new HashMap<>();
    private final Map<IdempotencyKey, Set<Watcher>> watchers = new ConcurrentHashMap<>();
    private long lastToken;
    private long purged;

    MemoryStore(Ticker clock) {
        this.clock = clock;
        this.purged = clock.nanos();
    }

    /** Each is only itself. */
    private static final class Watcher {
        final Runnable onChange;

        Watcher(Runnable onChange) {
            this.onChange = onChange;
        }
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim) {
        synchronized (records) {
            return CompletableFuture.completedStage(decided(claim, clock.nanos()));
        }
    }

    private ClaimAnswer decided(IdempotencyClaim claim, long now) {
        purge(now);
        MemoryRecord known = known(claim.key(), now);
        if (known == null) {
            return granted(claim, now, 1, List.of());
        }
        if (!known.inProgress()) {
            return new ClaimAnswer.Finished(
                    known.fingerprint(),
                    known.content().state(),
                    known.content().outcome());
        }
        long left = known.times().leaseEnd() - now;
        if (known.owned().owner().equals(claim.owner())) {
            return new ClaimAnswer.Granted(
                    known.owned().token(),
                    known.number(),
                    Duration.ofNanos(left),
                    known.content().points());
        }
        if (left <= 0 && claim.terms().takesOver() && known.fingerprint().equals(claim.fingerprint())) {
            return granted(claim, now, known.number() + 1, known.content().points());
        }
        return new ClaimAnswer.Held(known.fingerprint(), Duration.ofNanos(left));
    }

    private ClaimAnswer granted(IdempotencyClaim claim, long now, int number, List<RecoveryPoint> points) {
        lastToken++;
        MemoryRecord record = new MemoryRecord(
                new Ownership(claim.key(), claim.owner(), lastToken),
                claim.fingerprint(),
                number,
                new MemoryRecord.Times(now, now, now),
                new MemoryRecord.Content(IdempotencyState.IN_PROGRESS, points, new byte[0]));
        long leaseEnd = now + claim.terms().lease().toNanos();
        records.put(claim.key(), record.until(leaseEnd, claim.terms().abandoned()));
        return new ClaimAnswer.Granted(lastToken, number, claim.terms().lease(), points);
    }

    private @Nullable MemoryRecord known(IdempotencyKey key, long now) {
        MemoryRecord known = records.get(key);
        return known == null || known.isPurged(now) ? null : known;
    }

    private void purge(long now) {
        if (now - purged >= BETWEEN_PURGES) {
            purged = now;
            records.values().removeIf(record -> record.isPurged(now));
        }
    }

    @Override
    public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
        List<Ownership> lost = new ArrayList<>();
        synchronized (records) {
            long now = clock.nanos();
            for (LeaseRenewal renewal : renewals) {
                MemoryRecord known = known(renewal.owned().key(), now);
                if (known != null && known.inProgress() && known.isOf(renewal.owned())) {
                    records.put(
                            renewal.owned().key(),
                            known.until(now + renewal.lease().toNanos(), renewal.abandoned()));
                } else {
                    lost.add(renewal.owned());
                }
            }
        }
        return CompletableFuture.completedStage(lost);
    }

    @Override
    public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
        return changed(owned, known -> known.inProgress() ? known.finished(clock.nanos(), end) : known);
    }

    @Override
    public CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point) {
        return changed(owned, known -> {
            if (!known.inProgress()) {
                return null;
            }
            List<RecoveryPoint> points = new ArrayList<>(known.content().points());
            points.removeIf(other -> other.step().equals(point.step()));
            points.add(point);
            return known.with(points);
        });
    }

    /** Changes the record of an attempt; the change returns null if its state does not allow it. */
    private CompletionStage<ChangeAnswer> changed(Ownership owned, UnaryOperator<@Nullable MemoryRecord> change) {
        synchronized (records) {
            MemoryRecord known = known(owned.key(), clock.nanos());
            MemoryRecord changed = known == null || !known.isOf(owned) ? null : change.apply(known);
            if (changed == null) {
                return CompletableFuture.completedStage(ChangeAnswer.LOST);
            }
            records.put(owned.key(), changed);
        }
        pushed(owned.key());
        return CompletableFuture.completedStage(ChangeAnswer.DONE);
    }

    @Override
    public CompletionStage<ChangeAnswer> release(Ownership owned) {
        return CompletableFuture.completedStage(ended(owned.key(), known -> known.isOf(owned), false));
    }

    @Override
    public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
        return CompletableFuture.completedStage(
                ended(key, known -> known.owned().owner().equals(owner), true));
    }

    /** Ends an attempt without an outcome; if those before it are kept, only its lease. */
    private ChangeAnswer ended(IdempotencyKey key, Predicate<MemoryRecord> mine, boolean keepsEarlier) {
        synchronized (records) {
            long now = clock.nanos();
            MemoryRecord known = known(key, now);
            if (known == null || !known.inProgress() || !mine.test(known)) {
                return ChangeAnswer.LOST;
            }
            if (keepsEarlier && known.number() > 1) {
                records.put(key, known.expired(now));
            } else {
                records.remove(key);
            }
        }
        pushed(key);
        return ChangeAnswer.DONE;
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable onChange) {
        Watcher watcher = new Watcher(onChange);
        watchers.compute(key, (same, others) -> {
            Set<Watcher> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(watcher);
            return all;
        });
        return () -> watchers.computeIfPresent(key, (same, others) -> {
            others.remove(watcher);
            return others.isEmpty() ? null : others;
        });
    }

    private void pushed(IdempotencyKey key) {
        watchers.getOrDefault(key, Set.of()).forEach(watcher -> watcher.onChange.run());
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return new MemoryCatalogue(this);
    }

    /** Shows records to the catalogue, and changes them for it. */
    <R> R inspect(java.util.function.BiFunction<Map<IdempotencyKey, MemoryRecord>, Long, R> work) {
        synchronized (records) {
            long now = clock.nanos();
            records.values().removeIf(record -> record.isPurged(now));
            return work.apply(records, now);
        }
    }

    void changedByHand(IdempotencyKey key) {
        pushed(key);
    }

    Ticker clock() {
        return clock;
    }

    long nextToken() {
        lastToken++;
        return lastToken;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
