package io.lockkeeper.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 over parts, each with its length before it, so that no two lists of parts have the same input. */
final class Digests {

    private Digests() {}

    static byte[] sha256(String... parts) {
        byte[][] bytes = new byte[parts.length][];
        for (int part = 0; part < parts.length; part++) {
            bytes[part] = parts[part].getBytes(StandardCharsets.UTF_8);
        }
        return sha256(bytes);
    }

    static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
