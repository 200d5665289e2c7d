package io.lockkeeper.engine;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Sha256;
import java.nio.ByteBuffer;
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
        byte[] hash = Sha256.of(ByteBuffer.allocate(KEY_BYTES + Long.BYTES)
                .put(key)
                .putLong(claim.sequence())
                .array());
        long secret = ByteBuffer.wrap(hash).getLong();
        return secret == 0 ? 1 : secret;
    }
}
