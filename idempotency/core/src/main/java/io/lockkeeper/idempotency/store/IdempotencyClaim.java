package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.Retention;
import java.time.Duration;

/**
 * A claim of a key.
 *
 * @param key the key
 * @param owner the claim's random id: letters, digits, {@code -} and {@code _}, at most 40
 * @param fingerprint what the request asks for
 * @param terms for how long, and what is taken over
 */
public record IdempotencyClaim(IdempotencyKey key, String owner, Fingerprint fingerprint, Terms terms) {

    /**
     * For how long a key is claimed.
     *
     * @param lease until when the attempt is thought dead if it does not renew
     * @param abandoned how long the record is kept at least after its lease expired, if nobody takes over
     * @param takesOver whether a key whose lease expired is taken over
     */
    public record Terms(Duration lease, Retention abandoned, boolean takesOver) {}
}
