package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import java.time.Duration;

/** How a request got past the claim. */
sealed interface Entry {

    /** This request owns the key and runs the operation. */
    record Run(Running running) implements Entry {}

    /** The key is finished. */
    record Settled(ClaimAnswer.Finished finished) implements Entry {}

    /** Another request owns the key. */
    record Conflict(Duration retryAfter) implements Entry {}

    /** The key was used with another fingerprint. */
    record Mismatched() implements Entry {}

    /** The key is closed. */
    record Closed(Rejection reason) implements Entry {}
}
