package io.lockkeeper.cli;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonWriter;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.PlainText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks as JSON. Names are never changed or taken away, only added. Tokens are strings, because they may exceed
 * 2^53, where most readers of JSON lose digits.
 */
final class LockJson {
    private LockJson() {}

    static String list(List<LockView> locks) {
        return printable(JsonWriter.string(locks.stream().map(LockJson::of).toList()));
    }

    static String one(JsonObject object) {
        return printable(JsonWriter.string(object));
    }

    /** The same JSON, which a terminal does not obey either: its strings are the only place for characters beyond ASCII. */
    static String printable(String json) {
        StringBuilder text = new StringBuilder(json.length());
        json.codePoints().forEach(codePoint -> {
            String character = Character.toString(codePoint);
            if (PlainText.isPlain(codePoint)) {
                text.append(character);
            } else {
                character.chars().forEach(unit -> text.append(String.format("\\u%04x", unit)));
            }
        });
        return text.toString();
    }

    /** {@code name, held, holder, since, token, remainingMillis, waiters}; what is unknown is null. */
    static JsonObject of(LockView view) {
        LockStatus lock = view.lock();
        JsonObject json = new JsonObject();
        json.put("name", lock.name());
        json.put("held", lock.holder().isPresent());
        json.put("holder", lock.holder().map(LockJson::of).orElse(null));
        json.put(
                "since",
                lock.holding().flatMap(Holding::since).map(Object::toString).orElse(null));
        json.put("token", view.token() == 0 ? null : Long.toString(view.token()));
        json.put(
                "remainingMillis",
                lock.holding()
                        .flatMap(Holding::remaining)
                        .map(left -> left.toMillis())
                        .orElse(null));
        json.put(
                "waiters",
                view.waitersKnown() ? lock.waiters().stream().map(LockJson::of).toList() : null);
        return json;
    }

    /** {@code host, pid, thread, description, processGroup, client}. */
    static JsonObject of(@Nullable Holder holder) {
        JsonObject json = new JsonObject();
        if (holder != null) {
            json.put("host", holder.host());
            json.put("pid", holder.pid());
            json.put("thread", holder.thread());
            json.put("description", holder.description());
            json.put("processGroup", holder.processGroup() == 0 ? null : holder.processGroup());
            json.put("client", holder.client());
        }
        return json;
    }
}
