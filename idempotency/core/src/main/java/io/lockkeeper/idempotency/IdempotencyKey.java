package io.lockkeeper.idempotency;

import io.lockkeeper.PlainText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The name of one operation: equal keys mean the same operation, and different keys never meet.
 *
 * @param scope what the id is unique in, such as {@code payments}: 1 to 255 bytes in UTF-8, without invisible characters
 * @param id the operation within the scope, such as a client's key or a message's id: 1 to 255 bytes in UTF-8, without
 *     invisible characters; compared exactly, upper and lower case differ
 */
public record IdempotencyKey(String scope, String id) {

    /** The length of a scope or an id at most, in bytes of UTF-8. */
    public static final int MAX_BYTES = 255;

    /**
     * Checks both parts.
     *
     * @throws IllegalArgumentException if one is empty, too long or has invisible characters
     */
    public IdempotencyKey {
        check("scope", scope);
        check("id", id);
    }

    /**
     * Returns a key.
     *
     * @param scope what the id is unique in
     * @param id the operation within the scope
     * @return the key
     * @throws IllegalArgumentException if one is empty, too long or has invisible characters
     */
    public static IdempotencyKey of(String scope, String id) {
        return new IdempotencyKey(scope, id);
    }

    /**
     * Returns the key of a part of this operation: for calls within the operation that are to run once, too. It is the
     * same whenever it is computed.
     *
     * @param step the part's name, any text
     * @return a key in the same scope
     */
    public IdempotencyKey derived(String step) {
        return new IdempotencyKey(scope, derivedId(step));
    }

    /**
     * Returns an id for a part of this operation, to hand on to another service as its idempotency key. It is the same
     * whenever it is computed, and differs for other scopes, ids and steps.
     *
     * @param step the part's name, any text
     * @return 43 characters: letters, digits, {@code -} and {@code _}
     */
    public String derivedId(String step) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Digests.sha256(scope, id, step));
    }

    private static void check(String part, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("The " + part + " of an idempotency key must not be empty");
        }
        if (!text.codePoints().allMatch(PlainText::isPlain)) {
            throw new IllegalArgumentException(
                    "The " + part + " of an idempotency key must not have invisible characters: " + PlainText.of(text));
        }
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        if (bytes.remaining() > MAX_BYTES) {
            throw new IllegalArgumentException("The " + part + " of an idempotency key must have at most " + MAX_BYTES
                    + " bytes in UTF-8, not " + bytes.remaining() + ": hash what is longer");
        }
    }

    /** Returns {@code scope/id}, for display. */
    @Override
    public String toString() {
        return scope + "/" + id;
    }
}
