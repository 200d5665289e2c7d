package io.lockkeeper.examples;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.time.Duration;

/** An operation of several foreign calls that is interrupted in the middle: its next attempt goes on behind the last recovery point. */
public final class RecoveryPoints {
    private RecoveryPoints() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        IdempotentCall<Object> order = IdempotentCall.of(
                        IdempotencyKey.of("orders", "42"), Fingerprint.of("42"), OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults()
                        .withLease(Duration.ofMillis(100))
                        .withMaxWait(Duration.ofMinutes(1)));
        try (LeasedIdempotency idempotency = MemoryIdempotency.create()) {
            try {
                idempotency.runLeased(order, attempt -> {
                    System.out.println("charged: " + charge(attempt));
                    throw new OutOfMemoryError("as if the process had died here");
                });
            } catch (OutOfMemoryError e) {
                System.out.println("the first attempt ended: " + e.getMessage());
            }
            idempotency.runLeased(order, attempt -> {
                System.out.println("attempt " + attempt.number() + ", charged before: " + charge(attempt));
                return attempt.step("ship", OutcomeCodec.plain(), step -> {
                    System.out.println("ships");
                    return "parcel 7";
                });
            });
        }
    }

    /** Charges once: a later attempt gets the stored charge. The other service gets a key that is the same in each attempt. */
    private static Object charge(LeasedAttempt attempt) {
        return attempt.step("charge", OutcomeCodec.plain(), step -> {
            System.out.println("calls the bank with a key of "
                    + step.downstreamKey("charge").length() + " characters");
            return "charge 7";
        });
    }
}
