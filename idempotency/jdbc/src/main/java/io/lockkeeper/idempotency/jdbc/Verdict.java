package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import java.time.Duration;

/** What a claim that was not granted means for a request. */
sealed interface Verdict {

    /** When to ask again where nobody knows how long the request in flight takes. */
    Duration SOON = Duration.ofSeconds(1);

    /** The key is finished. */
    record Finished(ClaimAnswer.Finished finished) implements Verdict {}

    /** The key was used with another fingerprint. */
    record Mismatch() implements Verdict {}

    /** Another request has the key. */
    record Held(Duration retryAfter) implements Verdict {}

    /** The claim is to be sent again. */
    record LookAgain() implements Verdict {}

    /** Judges the fingerprint first. A row that is not understood is held. */
    static Verdict of(ClaimReply refused, Fingerprint fingerprint) {
        if (!(refused instanceof ClaimReply.Seen seen)) {
            return refused instanceof ClaimReply.Unseen ? new LookAgain() : new Held(SOON);
        }
        Row row = seen.row();
        if (row.state().isEmpty()) {
            return new Held(SOON);
        }
        if (!row.fingerprint().equals(fingerprint.value())) {
            return new Mismatch();
        }
        IdempotencyState state = row.state().get();
        if (state == IdempotencyState.IN_PROGRESS) {
            Duration remaining = row.leaseRemaining();
            return new Held(remaining.isNegative() || remaining.isZero() ? SOON : remaining);
        }
        return new Finished(
                new ClaimAnswer.Finished(fingerprint, state, row.content().outcome()));
    }
}
