package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fields, each preceded by its length, so that no two lists of fields have the same bytes; null differs from empty. */
final class LengthPrefixed {

    private LengthPrefixed() {}

    static void write(byte @Nullable [] field, Consumer<byte[]> target) {
        int length = field == null ? -1 : field.length;
        target.accept(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        if (field != null) {
            target.accept(field);
        }
    }

    /** A malformed text is refused: in UTF-8 it would be the same as another one. */
    static void write(@Nullable String field, Consumer<byte[]> target) {
        if (field != null && !UTF_8.newEncoder().canEncode(field)) {
            throw new IllegalArgumentException("A text has an unpaired surrogate");
        }
        write(field == null ? null : field.getBytes(UTF_8), target);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each Java has SHA-256", e);
        }
    }
}
