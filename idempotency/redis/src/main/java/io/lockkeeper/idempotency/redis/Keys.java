package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencyKey;
import java.util.Optional;

/**
 * The names of keys and channels: {@code li1:{scope/id}} behind the prefix.
 *
 * <p>The braces make scope and id a hash tag: a record and its marks live in one slot of a cluster, and records are spread over all
 * slots. What would end a part too early is escaped, so no two idempotency keys share a name.
 *
 * @param prefix what all names begin with, the version of the format at its end
 */
record Keys(String prefix) {

    private static final String FORMAT = "li1:";

    static Keys under(String prefix) {
        return new Keys(prefix + FORMAT);
    }

    /** The key of a record, and the channel of its changes. */
    String record(IdempotencyKey key) {
        return prefix + '{' + escape(key.scope()) + '/' + escape(key.id()) + '}';
    }

    /** The key of the mark of a claim that is refused. */
    String mark(IdempotencyKey key, String owner) {
        return record(key) + ':' + owner;
    }

    /** The pattern of the records of a scope. It matches no others, and no marks: these do not end in a brace. */
    String pattern(String scope) {
        String start = prefix + '{' + escape(scope) + '/';
        return start.replaceAll("([\\\\*?\\[\\]^-])", "\\\\$1") + "*}";
    }

    /** The idempotency key whose record has this name; empty for other names. */
    Optional<IdempotencyKey> parse(String name) {
        int slash = name.indexOf('/', prefix.length());
        if (!name.startsWith(prefix + '{') || !name.endsWith("}") || slash < 0) {
            return Optional.empty();
        }
        String scope = unescape(name.substring(prefix.length() + 1, slash));
        String id = unescape(name.substring(slash + 1, name.length() - 1));
        try {
            IdempotencyKey key = new IdempotencyKey(scope, id);
            return record(key).equals(name) ? Optional.of(key) : Optional.empty();
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    private static String escape(String part) {
        return part.replace("%", "%25").replace("}", "%7D").replace("/", "%2F");
    }

    private static String unescape(String part) {
        return part.replace("%2F", "/").replace("%7D", "}").replace("%25", "%");
    }
}
