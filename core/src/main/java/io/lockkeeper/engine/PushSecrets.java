package io.lockkeeper.engine;

import io.lockkeeper.store.ClaimId;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;

/**
 * What a pushed grant must contain to be believed. It is computed from the claim's number and a random key of the client,
 * so that a message about any claim, however old, can be checked. Safe for use by many threads.
 */
final class PushSecrets {

    private static final int KEY_BYTES = 32;

    private final byte[] key = new byte[KEY_BYTES];

    PushSecrets(RandomGenerator random) {
        random.nextBytes(key);
    }

    /** The secret of a claim; never 0, which stands for none. */
    long of(ClaimId claim) {
        byte[] hash = sha256().digest(ByteBuffer.allocate(KEY_BYTES + Long.BYTES)
                .put(key)
                .putLong(claim.sequence())
                .array());
        long secret = ByteBuffer.wrap(hash).getLong();
        return secret == 0 ? 1 : secret;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256.", impossible);
        }
    }
}
