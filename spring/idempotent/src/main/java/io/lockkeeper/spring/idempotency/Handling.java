package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How calls are handled.
 *
 * @param codec stores values
 * @param changes what is different from the application's options
 * @param recovery asks whether an attempt that did not finish had its effect; null for none
 */
record Handling(
        OutcomeCodec<@Nullable Object> codec,
        UnaryOperator<IdempotencyOptions> changes,
        @Nullable RecoveryMethod recovery) {}
