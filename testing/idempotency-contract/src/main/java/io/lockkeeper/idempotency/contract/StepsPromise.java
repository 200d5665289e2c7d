package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that the parts of an operation that have recovery points are not run again. */
public interface StepsPromise extends LeasedFixture {

    /** Of an attempt that died. */
    @Test
    @SuppressWarnings("NullAway") // T is nullable here
    default void theNextAttemptDoesNotRunTheStepsAgain() throws Exception {
        IdempotencyKey key = freshKey();
        List<String> runs = new ArrayList<>();
        IdempotentCall<@Nullable Object> call =
                call(key).withOptions(IdempotencyOptions.defaults().withLease(SHORT_LEASE));
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            assertThatThrownBy(() -> ann.runLeased(call, attempt -> {
                        attempt.step("charge", OutcomeCodec.plain(), step -> step(runs, "charge 1"));
                        attempt.step("void", OutcomeCodec.plain(), step -> step(runs, null));
                        throw new AssertionError("dies");
                    }))
                    .hasMessage("dies");
            outlast(SHORT_LEASE);
            assertThat(bob.runLeased(
                            call,
                            attempt -> attempt.step("charge", OutcomeCodec.plain(), step -> step(runs, "charge 2"))
                                    + ", "
                                    + attempt.step("void", OutcomeCodec.plain(), step -> step(runs, "void 2"))
                                    + ", "
                                    + attempt.step("mail", OutcomeCodec.plain(), step -> step(runs, "mail 2"))))
                    .isEqualTo(new Outcome.Executed<Object>("charge 1, null, mail 2"));
            assertThat(runs).containsExactly("charge 1", null, "mail 2");
        }
    }

    /** The key was freed meanwhile: what comes next is not for this attempt. */
    @Test
    default void aStepOfALostAttemptFails() throws Exception {
        IdempotencyKey key = freshKey();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            assertThatThrownBy(() -> ann.runLeased(call(key), attempt -> {
                        bob.catalogue().free(key, attempt.token());
                        return attempt.step("charge", OutcomeCodec.plain(), step -> "charged");
                    }))
                    .isInstanceOf(AttemptLostException.class);
            assertThat(bob.run(call(key), attempt -> "paid")).isEqualTo(new Outcome.Executed<Object>("paid"));
        }
    }

    private static @Nullable Object step(List<String> runs, @Nullable String value) {
        runs.add(value);
        return value;
    }
}
