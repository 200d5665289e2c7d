package io.lockkeeper.cli;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonWriter;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyRecord.Finished;
import java.time.Duration;
import java.util.List;

/** Idempotency keys as JSON; the rules of {@link LockJson} hold. */
final class KeyJson {
    private KeyJson() {}

    static String list(List<IdempotencyRecord> records) {
        return LockJson.printable(
                JsonWriter.string(records.stream().map(KeyJson::of).toList()));
    }

    static String one(IdempotencyRecord found) {
        return LockJson.one(of(found));
    }

    static String free(IdempotencyKey key) {
        JsonObject json = named(key);
        json.put("state", "free");
        return LockJson.one(json);
    }

    private static JsonObject of(IdempotencyRecord found) {
        JsonObject json = named(found.key());
        json.put("state", KeyText.state(found));
        json.put("token", Long.toString(found.attempt().token()));
        json.put("attempts", found.attempt().number());
        json.put("since", found.attempt().since().toString());
        json.put(
                "leaseMillis",
                found.finished().isPresent()
                        ? null
                        : found.attempt().leaseRemaining().toMillis());
        json.put(
                "finishedAt",
                found.finished().map(finished -> finished.at().toString()).orElse(null));
        json.put(
                "purgedInMillis",
                found.finished()
                        .flatMap(Finished::purgedIn)
                        .map(Duration::toMillis)
                        .orElse(null));
        json.put("storedBytes", found.finished().map(Finished::storedBytes).orElse(null));
        return json;
    }

    private static JsonObject named(IdempotencyKey key) {
        JsonObject json = new JsonObject();
        json.put("scope", key.scope());
        json.put("id", key.id());
        return json;
    }
}
