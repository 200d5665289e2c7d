package io.lockkeeper.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.store.Sha256;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A lock's name as the key of its row: databases bound what an index holds.
 *
 * @param key the name, or for one of more than 512 bytes its beginning and its digest, which is longer than any short name
 * @param longName the name if the key is not it
 */
record LockName(String key, @Nullable String longName) {

    private static final int LONGEST = 512;
    private static final int KEPT = 480;

    static LockName of(String name) {
        // A character is three bytes at the most, a pair of surrogates four.
        if (name.length() * 3 <= LONGEST) {
            return new LockName(name, null);
        }
        byte[] bytes = name.getBytes(UTF_8);
        if (bytes.length <= LONGEST) {
            return new LockName(name, null);
        }
        int end = KEPT;
        while ((bytes[end] & 0xC0) == 0x80) { // Not in the middle of a character.
            end--;
        }
        return new LockName(
                new String(bytes, 0, end, UTF_8) + "~" + HexFormat.of().formatHex(Sha256.of(bytes)), name);
    }

    /** The first 64 bits of a name's digest. */
    static long digest64(String name) {
        return ByteBuffer.wrap(Sha256.of(name.getBytes(UTF_8))).getLong();
    }
}
