package io.lockkeeper.idempotency.dedupe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;

/**
 * A column of the unique index, and which values it holds as they are. A database that is not strict cuts or clips what
 * does not fit, and two values become one; so they are checked before they are sent.
 *
 * @param column its name
 * @param kind what it holds
 * @param longest how many characters, bytes, or bits of a whole number
 */
record Field(String column, Kind kind, long longest) {

    enum Kind {
        TEXT("a String"),
        WHOLE("a Long, Integer or Short"),
        UNIQUE_ID("a UUID"),
        BYTES("a byte[]");

        private final String takes;

        Kind(String takes) {
            this.takes = takes;
        }
    }

    /** A value as it is sent. */
    Object checked(Object value) {
        return switch (kind) {
            case TEXT -> value instanceof String text ? text(text) : wrong(value);
            case WHOLE ->
                value instanceof Long || value instanceof Integer || value instanceof Short
                        ? whole(((Number) value).longValue())
                        : wrong(value);
            case UNIQUE_ID -> value instanceof UUID ? value : wrong(value);
            case BYTES -> value instanceof byte[] bytes ? bytes(bytes) : wrong(value);
        };
    }

    private String text(String text) {
        int length = text.codePointCount(0, text.length());
        if (length > longest) {
            throw new IllegalArgumentException("The column '" + column + "' holds " + longest
                    + " characters, and the value has " + length + ". Shortened, two values could become one.");
        }
        if (text.indexOf('\0') >= 0 || !UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("The value for the column '" + column
                    + "' contains a NUL character or half of a surrogate pair. Databases have no such text.");
        }
        return text;
    }

    private Long whole(long number) {
        if (longest < Long.SIZE && number >> (longest - 1) != 0 && number >> (longest - 1) != -1) {
            throw new IllegalArgumentException("The column '" + column + "' has " + longest + " bits, and " + number
                    + " does not fit. Clipped, two values could become one.");
        }
        return number;
    }

    private byte[] bytes(byte[] bytes) {
        if (bytes.length > longest) {
            throw new IllegalArgumentException("The column '" + column + "' holds " + longest
                    + " bytes, and the value has " + bytes.length + ". Shortened, two values could become one.");
        }
        return bytes;
    }

    private Object wrong(Object value) {
        throw new IllegalArgumentException("The column '" + column + "' takes " + kind.takes + ", and was given a "
                + value.getClass().getName() + ".");
    }
}
