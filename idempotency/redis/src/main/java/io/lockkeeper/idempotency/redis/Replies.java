package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Writes what scripts take, and reads what they reply: times are microseconds. */
final class Replies {

    private Replies() {}

    /** The answer to a claim, unless it was withdrawn or the record is foreign. */
    static ClaimAnswer claim(List<?> reply) {
        return switch (text(reply, 0)) {
            case "granted" ->
                new ClaimAnswer.Granted(
                        number(reply, 1), Math.toIntExact(number(reply, 2)), micros(number(reply, 3)), points(reply));
            case "held" -> new ClaimAnswer.Held(new Fingerprint(text(reply, 1)), micros(number(reply, 2)));
            case "finished" ->
                new ClaimAnswer.Finished(new Fingerprint(text(reply, 1)), state(text(reply, 2)), (byte[]) reply.get(3));
            default -> throw new IllegalStateException("claim.lua replied " + text(reply, 0));
        };
    }

    private static List<RecoveryPoint> points(List<?> reply) {
        List<RecoveryPoint> points = new ArrayList<>();
        for (int index = 4; index + 1 < reply.size(); index += 2) {
            points.add(new RecoveryPoint(text(reply, index), (byte[]) reply.get(index + 1)));
        }
        return points;
    }

    static IdempotencyState state(String letter) {
        return switch (letter) {
            case "p" -> IdempotencyState.IN_PROGRESS;
            case "c" -> IdempotencyState.COMPLETED;
            case "r" -> IdempotencyState.REJECTED;
            default -> throw new IllegalStateException("No state: " + letter);
        };
    }

    static String letter(IdempotencyState state) {
        return switch (state) {
            case IN_PROGRESS -> "p";
            case COMPLETED -> "c";
            case REJECTED -> "r";
        };
    }

    static String text(List<?> reply, int index) {
        return new String((byte[]) reply.get(index), StandardCharsets.UTF_8);
    }

    static long number(List<?> reply, int index) {
        return (Long) reply.get(index);
    }

    static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    /** At least a microsecond: what is shorter would be none at all. */
    static String micros(Duration duration) {
        return Long.toString(Math.max(1, duration.toNanos() / 1_000));
    }

    /** Nothing for ever. */
    static String micros(Retention retention) {
        return retention.duration().map(Replies::micros).orElse("");
    }
}
