package io.lockkeeper.idempotency;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A value as it is stored.
 *
 * @param type what the bytes are, so that they are not read as something else: 1 to 255 characters of printable ASCII
 * @param content the bytes; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // equality is written out
public record EncodedValue(String type, byte[] content) {

    /**
     * Checks the type.
     *
     * @throws IllegalArgumentException if it is empty, too long or not printable ASCII
     */
    public EncodedValue {
        if (type.isEmpty() || type.length() > 255 || !type.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("A value's type must have 1 to 255 characters of printable ASCII");
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EncodedValue value && value.type.equals(type) && Arrays.equals(value.content, content);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + Arrays.hashCode(content);
    }

    /** Returns the type and the number of bytes, but not the bytes. */
    @Override
    public String toString() {
        return type + ", " + content.length + " bytes";
    }
}
