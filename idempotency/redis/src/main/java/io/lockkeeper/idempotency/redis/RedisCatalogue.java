package io.lockkeeper.idempotency.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of a Redis store.
 *
 * @param keys the names of keys
 * @param link to the server
 */
record RedisCatalogue(Keys keys, Link link) implements IdempotencyCatalogue {

    /** So many keys are looked at in a step of a scan, and so many records are asked for at once. */
    private static final int STEP = 500;

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return Link.await(inspected(key)).map(reply -> shown(key, understood(key, reply)));
    }

    private CompletableFuture<Optional<List<?>>> inspected(IdempotencyKey key) {
        // A reply of nothing is an empty list, or one with nothing in it.
        return link.<@Nullable List<?>>run(Script.FIND, List.of(keys.record(key)))
                .thenApply(reply -> Optional.ofNullable(reply)
                        .filter(found -> !found.isEmpty() && found.get(0) != null)
                        .map(found -> (List<?>) found));
    }

    private static boolean isForeign(List<?> reply) {
        return Replies.text(reply, 0).equals("foreign");
    }

    private static List<?> understood(IdempotencyKey key, List<?> reply) {
        if (isForeign(reply)) {
            throw new IllegalStateException(
                    "The record of " + key + " has " + Replies.text(reply, 1) + "; it counts as held");
        }
        return reply;
    }

    private static IdempotencyRecord shown(IdempotencyKey key, List<?> reply) {
        IdempotencyState state = Replies.state(Replies.text(reply, 0));
        boolean inProgress = state == IdempotencyState.IN_PROGRESS;
        long now = Replies.number(reply, 8);
        long ends = Replies.number(reply, 5);
        long purge = Replies.number(reply, 6);
        return new IdempotencyRecord(
                key,
                state,
                new Fingerprint(Replies.text(reply, 2)),
                new IdempotencyRecord.LastAttempt(
                        Replies.number(reply, 1),
                        Math.toIntExact(Replies.number(reply, 3)),
                        instant(Replies.number(reply, 4)),
                        inProgress ? Replies.micros(ends - now) : Duration.ZERO),
                inProgress
                        ? Optional.empty()
                        : Optional.of(new IdempotencyRecord.Finished(
                                instant(ends),
                                purge < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(purge)),
                                Math.toIntExact(Replies.number(reply, 7)))));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Goes over all keys of the server in steps, which takes long where there are many, and stops nobody. */
    @Override
    public List<IdempotencyRecord> list(String scope, int limit) {
        if (limit < 1 || limit > 10_000) {
            throw new IllegalArgumentException("The limit must be between 1 and 10000, not " + limit);
        }
        ScanArgs search = ScanArgs.Builder.matches(keys.pattern(scope)).limit(STEP);
        Map<IdempotencyKey, IdempotencyRecord> records = new LinkedHashMap<>(); // A scan may tell of a key twice.
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            ScanCursor from = cursor;
            KeyScanCursor<byte[]> step = Link.await(link.request(redis -> redis.scan(from, search)));
            look(step.getKeys()).forEach(found -> records.put(found.key(), found));
            cursor = step;
        } while (!cursor.isFinished() && records.size() < limit);
        return records.values().stream().limit(limit).toList();
    }

    private CompletableFuture<Optional<List<?>>> listed(IdempotencyKey key) {
        return inspected(key).exceptionallyCompose(failure -> {
            Throwable cause = Failures.unwrap(failure).getCause();
            return cause != null && Failures.isOfAnotherType(cause)
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : CompletableFuture.failedFuture(failure);
        });
    }

    /** The records with these names. One that is not understood is left out. */
    private List<IdempotencyRecord> look(List<byte[]> names) {
        Map<IdempotencyKey, CompletableFuture<Optional<List<?>>>> asked = new LinkedHashMap<>();
        for (byte[] name : names) {
            keys.parse(new String(name, StandardCharsets.UTF_8)).ifPresent(key -> asked.put(key, listed(key)));
        }
        List<IdempotencyRecord> records = new ArrayList<>();
        asked.forEach((key, reply) -> Link.await(reply)
                .filter(found -> !isForeign(found))
                .ifPresent(found -> records.add(shown(key, found))));
        return records;
    }

    @Override
    public boolean free(IdempotencyKey key, long token) {
        return changed(Script.FREE, key, RedisRecords.token(token));
    }

    @Override
    public boolean complete(IdempotencyKey key, long token, Optional<EncodedValue> value, Retention retention) {
        Stored stored = value.<Stored>map(Stored.Value::new).orElse(new Stored.Gone());
        return changed(
                Script.COMPLETE,
                key,
                RedisRecords.token(token),
                Link.bytes(Replies.micros(retention)),
                OutcomeFormat.encode(stored));
    }

    @Override
    public boolean erase(IdempotencyKey key) {
        return changed(Script.ERASE, key, OutcomeFormat.encode(new Stored.Gone()));
    }

    private boolean changed(Script script, IdempotencyKey key, byte[]... arguments) {
        return Link.await(link.<Long>run(script, List.of(keys.record(key)), arguments)) == 1;
    }
}
