package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.Recovered;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A row of the crash matrix: an operation whose process dies at a point.
 *
 * @param rule what happens to its key
 * @param point where its process dies
 */
record Crash(OnExpiry rule, Point point) {

    /** Long enough for the repeats at once to come before its end. */
    static final Duration LEASE = Duration.ofSeconds(6);

    /** Where a process dies: between which two steps of a run. */
    enum Point {
        BEFORE_CLAIM,
        AFTER_CLAIM,
        BEFORE_EFFECT,
        AFTER_EFFECT,
        AFTER_RECOVERY_POINT,
        BEFORE_FINISH,
        AFTER_FINISH,
        BEFORE_RELEASE,
        AFTER_RELEASE
    }

    static Crash of(IdempotencyKey key) {
        String[] parts = key.id().split("/", -1);
        return new Crash(OnExpiry.valueOf(parts[0]), Point.valueOf(parts[1]));
    }

    IdempotencyKey key() {
        return IdempotencyKey.of("crashes", rule + "/" + point);
    }

    String operation() {
        return key().toString();
    }

    /** Whether the operation of the process that dies fails before its effect. */
    boolean fails() {
        return point == Point.BEFORE_RELEASE || point == Point.AFTER_RELEASE;
    }

    /** The request: the same in the process that dies and in those that repeat it. */
    IdempotentCall<@Nullable Object> call(Downstream downstream, Duration wait) {
        IdempotencyOptions options = IdempotencyOptions.defaults()
                .withLease(LEASE)
                .withMaxWait(wait)
                .withOnExpiry(rule == OnExpiry.RECOVER ? OnExpiry.RUN_AGAIN : rule);
        IdempotentCall<@Nullable Object> call =
                IdempotentCall.of(key(), Claims.PRINT, OutcomeCodec.plain()).withOptions(options);
        return rule != OnExpiry.RECOVER
                ? call
                : call.withRecovery(attempt -> downstream.isDone(operation(), attempt.token())
                        ? new Recovered.Done<>("paid")
                        : new Recovered.NotDone<>());
    }

    /** The operation: one effect, in the way that the rule needs. */
    IdempotentAction<@Nullable Object, IOException> action(Downstream downstream, Consumer<Point> reached) {
        return attempt -> {
            reached.accept(Point.BEFORE_EFFECT);
            if (attempt instanceof LeasedAttempt leased) {
                leased.step("pay", OutcomeCodec.plain(), part -> {
                    switch (rule) {
                        case RUN_AGAIN -> downstream.applyOnce(operation(), attempt.downstreamKey("pay"));
                        case RECOVER -> downstream.applyFenced(operation(), attempt.token());
                        case REJECT, HOLD -> downstream.apply(operation());
                    }
                    reached.accept(Point.AFTER_EFFECT);
                    return "paid";
                });
            }
            reached.accept(Point.AFTER_RECOVERY_POINT);
            return "paid";
        };
    }
}
