package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.web.StructuredString.MalformedFieldException;
import java.util.List;

/**
 * How the {@code Idempotency-Key} field is read: as draft-ietf-httpapi-idempotency-key-header-07 has it, an Item
 * structured field (RFC 9651) whose value is a String, as in {@code Idempotency-Key: "8e03978e-40d5"}. Its parameters
 * are ignored. A field that comes twice is malformed, even if both are equal.
 *
 * @param name the field's name
 * @param maxLength how many characters a key may have: 1 to 255, the default
 * @param acceptsBare whether a key without quotes is accepted, too: visible ASCII without quote, comma, semicolon and
 *     backslash. It names the same operation as the one in quotes
 */
public record KeyHeader(String name, int maxLength, boolean acceptsBare) {

    /** The field of the draft, at most 255 characters, in quotes. */
    public static final KeyHeader DRAFT_07 = new KeyHeader("Idempotency-Key", 255, false);

    /** The most that the parameters of a field may add to the key before it is not even parsed. */
    private static final int PARAMETERS = 1024;

    /** Checks the length. */
    public KeyHeader {
        if (maxLength < 1 || maxLength > IdempotencyKey.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "A key has 1 to " + IdempotencyKey.MAX_BYTES + " characters at most, not " + maxLength);
        }
    }

    /** Returns the same with keys without quotes accepted, too. */
    public KeyHeader acceptingBare() {
        return new KeyHeader(name, maxLength, true);
    }

    /** Returns the same with another greatest length. */
    public KeyHeader withMaxLength(int characters) {
        return new KeyHeader(name, characters, acceptsBare);
    }

    /** Reads the lines of the field, in the order in which they came; none, if the request has no such field. */
    public Reading read(List<String> lines) {
        if (lines.isEmpty()) {
            return new Missing();
        }
        if (lines.size() > 1) {
            return new Malformed("the field occurs " + lines.size() + " times");
        }
        String line = lines.get(0).strip();
        if (line.length() > 2L * maxLength + PARAMETERS) {
            return tooLong();
        }
        try {
            return bounded(acceptsBare && isBare(line) ? line : StructuredString.parse(line));
        } catch (MalformedFieldException e) {
            return new Malformed(String.valueOf(e.getMessage()));
        }
    }

    private Reading bounded(String key) {
        if (key.isBlank()) {
            return new Malformed("the key is empty");
        }
        return key.length() > maxLength ? tooLong() : new Key(key);
    }

    private Malformed tooLong() {
        return new Malformed("the key has more than " + maxLength + " characters");
    }

    private static boolean isBare(String line) {
        return !line.isEmpty() && line.chars().allMatch(c -> c > 0x20 && c < 0x7f && "\",;\\".indexOf(c) < 0);
    }

    /** What the field says. */
    public sealed interface Reading {}

    /** The request has no such field. */
    public record Missing() implements Reading {}

    /**
     * The field cannot be read.
     *
     * @param reason what is wrong, without the value
     */
    public record Malformed(String reason) implements Reading {}

    /**
     * A key.
     *
     * @param value the key, without quotes and escapes
     */
    public record Key(String value) implements Reading {}
}
