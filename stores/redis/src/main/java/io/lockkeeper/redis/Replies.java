package io.lockkeeper.redis;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.time.Duration;
import java.util.List;

/** Reads what scripts reply: texts and numbers, times in microseconds. */
final class Replies {

    private Replies() {}

    static ClaimOutcome claim(Claim claim, List<?> reply) {
        String outcome = text(reply, 0);
        return switch (outcome) {
            case "granted" ->
                new ClaimOutcome.Granted(new Grant(
                        claim.name(),
                        claim.id(),
                        new Tokens(number(reply, 1), number(reply, 2)),
                        new Remaining(MICROSECONDS.toNanos(number(reply, 3)), MICROSECONDS.toNanos(number(reply, 4))),
                        number(reply, 5) > 0));
            case "queued" ->
                new ClaimOutcome.Queued(
                        Holders.decode(text(reply, 1)),
                        (int) number(reply, 2),
                        MICROSECONDS.toNanos(number(reply, 3)),
                        micros(number(reply, 4)));
            case "busy" -> new ClaimOutcome.Busy(Holders.decode(text(reply, 1)), micros(number(reply, 2)));
            case "withdrawn" -> new ClaimOutcome.Withdrawn();
            default -> throw new IllegalStateException("claim.lua replied " + reply);
        };
    }

    static String text(List<?> reply, int index) {
        return String.valueOf(reply.get(index));
    }

    static long number(List<?> reply, int index) {
        return Long.parseLong(text(reply, index));
    }

    static Duration micros(long micros) {
        return Duration.ofNanos(MICROSECONDS.toNanos(micros));
    }
}
