package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyState;
import java.time.Duration;
import java.util.List;

/** The answer to a claim. */
public sealed interface ClaimAnswer {

    /**
     * The claim owns the key.
     *
     * @param token the fencing token: greater than all before it
     * @param number how many attempts there were, this one included
     * @param remaining what is left of the lease by the store's clock: the lease, unless the claim was granted before
     * @param points the recovery points of earlier attempts
     */
    record Granted(long token, int number, Duration remaining, List<RecoveryPoint> points) implements ClaimAnswer {}

    /**
     * Another attempt owns the key.
     *
     * @param fingerprint that of its request
     * @param remaining what is left of its lease; zero or negative if it expired
     */
    record Held(Fingerprint fingerprint, Duration remaining) implements ClaimAnswer {}

    /**
     * The key is finished.
     *
     * @param fingerprint that of its request
     * @param state {@link IdempotencyState#COMPLETED} or {@link IdempotencyState#REJECTED}
     * @param outcome what {@link StoredEnd#outcome()} was
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Finished(Fingerprint fingerprint, IdempotencyState state, byte[] outcome) implements ClaimAnswer {}
}
