package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.time.Duration;
import java.time.Instant;

/** A process with one request, whose operation ends when it is told so. */
final class LateAttempt {

    private LateAttempt() {}

    /** With the store's address, the key's id and the lease in ms. Prints {@code running}, the token and its clock; then the outcome. */
    public static void main(String[] arguments) throws Exception {
        IdempotentCall<Object> call = IdempotentCall.<Object>of(
                        IdempotencyKey.of("late", arguments[1]), Claims.PRINT, OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults().withLease(Duration.ofMillis(Long.parseLong(arguments[2]))));
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(arguments[0])) {
            String answer;
            try {
                answer = idempotency
                        .run(call, attempt -> {
                            System.out.println("running " + attempt.token() + " " + Instant.now());
                            System.in.read();
                            return "paid by the first";
                        })
                        .toString();
            } catch (RuntimeException e) {
                answer = e.getClass().getSimpleName();
            }
            System.out.println("answer " + answer);
        }
    }
}
