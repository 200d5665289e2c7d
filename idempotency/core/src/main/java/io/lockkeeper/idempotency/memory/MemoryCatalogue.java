package io.lockkeeper.idempotency.memory;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The catalogue of {@link MemoryStore}. */
final class MemoryCatalogue implements IdempotencyCatalogue {

    private final MemoryStore store;

    MemoryCatalogue(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        Instant wall = store.clock().instant();
        return store.inspect(
                (records, now) -> Optional.ofNullable(records.get(key)).map(known -> known.shown(key, now, wall)));
    }

    @Override
    public List<IdempotencyRecord> list(String scope, int limit) {
        if (limit < 1 || limit > 10_000) {
            throw new IllegalArgumentException("The limit must be between 1 and 10000, not " + limit);
        }
        Instant wall = store.clock().instant();
        return store.inspect((records, now) -> records.entrySet().stream()
                .filter(entry -> entry.getKey().scope().equals(scope))
                .limit(limit)
                .map(entry -> entry.getValue().shown(entry.getKey(), now, wall))
                .toList());
    }

    @Override
    public boolean free(IdempotencyKey key, long token) {
        return pushed(key, store.inspect((records, now) -> {
            MemoryRecord known = records.get(key);
            return known != null && known.owned().token() == token && records.remove(key, known);
        }));
    }

    @Override
    public boolean complete(IdempotencyKey key, long token, Optional<EncodedValue> value, Retention retention) {
        Stored stored = value.<Stored>map(Stored.Value::new).orElse(new Stored.Gone());
        StoredEnd end = new StoredEnd(IdempotencyState.COMPLETED, OutcomeFormat.encode(stored), retention);
        return pushed(key, store.inspect((records, now) -> {
            MemoryRecord known = records.get(key);
            if (known == null || !known.inProgress() || known.owned().token() != token) {
                return false;
            }
            // Under a token of its own, so that the attempt that may still run does not take this end for its own.
            records.put(key, known.with(store.nextToken()).finished(now, end));
            return true;
        }));
    }

    @Override
    public boolean erase(IdempotencyKey key) {
        byte[] gone = OutcomeFormat.encode(new Stored.Gone());
        return store.inspect((records, now) -> erased(records, key, gone));
    }

    private static boolean erased(Map<IdempotencyKey, MemoryRecord> records, IdempotencyKey key, byte[] gone) {
        @Nullable MemoryRecord known = records.get(key);
        if (known == null || known.inProgress()) {
            return false;
        }
        records.put(
                key,
                new MemoryRecord(
                        known.owned(),
                        known.fingerprint(),
                        known.number(),
                        known.times(),
                        new MemoryRecord.Content(known.content().state(), List.of(), gone)));
        return true;
    }

    private boolean pushed(IdempotencyKey key, boolean changed) {
        if (changed) {
            store.changedByHand(key);
        }
        return changed;
    }
}
