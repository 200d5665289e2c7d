package io.lockkeeper.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, for names that are too long for a store and for secrets. */
public final class Sha256 {

    private Sha256() {}

    /**
     * Digests bytes.
     *
     * @param bytes the bytes, which are not changed
     * @return 32 bytes
     */
    public static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256.", impossible);
        }
    }
}
