package io.lockkeeper.examples;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;

/** A request that may come twice: the payment is made once, and the repeat gets the same answer. */
public final class IdempotentPayment {
    private IdempotentPayment() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (Idempotency idempotency = MemoryIdempotency.create()) {
            System.out.println(pay(idempotency, "key-1", 5));
            System.out.println(pay(idempotency, "key-1", 5));
            System.out.println(pay(idempotency, "key-1", 500));
        }
    }

    private static String pay(Idempotency idempotency, String key, int euros) throws InterruptedException {
        Outcome<String> outcome = idempotency.run(
                IdempotencyKey.of("payments", key),
                Fingerprint.of("EUR", String.valueOf(euros)),
                attempt -> "receipt of " + euros + " euros");
        if (outcome instanceof Outcome.Executed<String> executed) {
            return "paid: " + executed.value();
        }
        if (outcome instanceof Outcome.Replayed<String> replayed) {
            return "paid before: " + replayed.value();
        }
        return "refused: the key was used for another payment";
    }
}
