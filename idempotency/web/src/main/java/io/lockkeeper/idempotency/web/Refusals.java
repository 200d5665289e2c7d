package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Rejection;
import java.time.Duration;
import java.util.Map;

/** How outcomes without an answer are told to a client. */
final class Refusals {

    /** When to ask again if the store does not answer. */
    private static final long STORE_SECONDS = 5;

    private static final Map<Rejection, Refusal> REJECTIONS = Map.of(
            Rejection.FAILED,
                    Refusal.of(
                            Problem.FIRST_FAILED, "The first request with this key failed, and it is not run again."),
            Rejection.EXPIRED,
                    Refusal.of(
                            Problem.OUTCOME_UNKNOWN,
                            "The first request did not finish in time, and it is not run again. Ask for the state of the resource."),
            Rejection.UNKNOWN,
                    Refusal.of(
                            Problem.OUTCOME_UNKNOWN,
                            "The first request did not finish in time, and its outcome is being looked into."),
            Rejection.GONE,
                    Refusal.of(Problem.ANSWER_GONE, "The request was carried out earlier. Its answer was not kept."),
            Rejection.UNREADABLE,
                    Refusal.of(
                            Problem.ANSWER_UNREADABLE,
                            "The request was carried out earlier. Its answer cannot be read, and it is not run again."));

    static final Refusal STORE_UNAVAILABLE = Refusal.later(
            Problem.STORE_UNAVAILABLE, "The request was not carried out. Repeat it with the same key.", STORE_SECONDS);

    static final Refusal COMMIT_UNKNOWN = Refusal.later(
            Problem.STORE_UNAVAILABLE,
            "Whether the request was carried out is not known. Repeat it with the same key.",
            STORE_SECONDS);

    static final Refusal SUCCEEDED = Refusal.later(
            Problem.IN_FLIGHT, "Another attempt of this request took over. Repeat it with the same key.", 1);

    private Refusals() {}

    static Refusal of(Outcome<?> outcome) {
        if (outcome instanceof Outcome.InFlight<?> inFlight) {
            return Refusal.later(
                    Problem.IN_FLIGHT,
                    "The first request with this key has not finished.",
                    seconds(inFlight.retryAfter()));
        } else if (outcome instanceof Outcome.Mismatch) {
            return Refusal.of(Problem.KEY_REUSED, "Use a new key for a new request.");
        } else if (outcome instanceof Outcome.Rejected<?> rejected) {
            return REJECTIONS.getOrDefault(rejected.reason(), COMMIT_UNKNOWN);
        }
        throw new IllegalArgumentException("There is an answer");
    }

    /** What a repeat is told whose first answer was too large to be kept. */
    static Refusal gone(StoredAnswer.Tombstone tombstone) {
        return Refusal.of(
                Problem.ANSWER_GONE,
                "The request was carried out earlier and answered with status " + tombstone.status()
                        + ". The answer was too large to be kept.");
    }

    /** Whole seconds, rounded up, at least one. */
    private static long seconds(Duration duration) {
        return Math.max(1, duration.plusMillis(999).toSeconds());
    }
}
