package io.lockkeeper.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdempotencyMetricsTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("payments", "42");
    private static final Fingerprint PRINT = Fingerprint.of("5");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LeasedIdempotency idempotency = MemoryIdempotency.create(IdempotencySettings.defaults()
            .withListener(IdempotencyMetrics.of(registry, LockMetricsOptions.forStore("memory:test"))));

    @Test
    void requests_are_counted_by_their_outcome() throws Exception {
        idempotency.run(KEY, PRINT, attempt -> "paid");
        idempotency.run(KEY, PRINT, attempt -> "paid");
        idempotency.run(KEY, PRINT, attempt -> "paid");
        idempotency.run(KEY, Fingerprint.of("6"), attempt -> "paid");
        assertThatThrownBy(() -> idempotency.run(IdempotencyKey.of("payments", "43"), PRINT, attempt -> {
                    throw new IOException("no line");
                }))
                .isInstanceOf(IOException.class);

        assertThat(registry.get("lockkeeper.idempotency.execution")
                        .tag("store", "memory")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(requests("replayed", "none")).isEqualTo(2);
        assertThat(requests("mismatched", "none")).isEqualTo(1);
        assertThat(requests("failed", "free")).isEqualTo(1);
        assertThat(requests("conflicted", "none")).isZero();
    }

    @Test
    void an_expired_lease_is_counted() throws Exception {
        IdempotentCall<Object> call = IdempotentCall.of(KEY, PRINT, OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults()
                        .withLease(Duration.ofMillis(100))
                        .withMaxWait(Duration.ofMinutes(1)));
        assertThatThrownBy(() -> idempotency.run(call, attempt -> {
                    throw new OutOfMemoryError("as if the process had died here");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        idempotency.run(call, attempt -> "paid");

        assertThat(registry.get("lockkeeper.idempotency.expired").counter().count())
                .isEqualTo(1);
        assertThat(requests("failed", "leave")).isEqualTo(1);
    }

    private double requests(String outcome, String reason) {
        return registry.get("lockkeeper.idempotency.requests")
                .tag("outcome", outcome)
                .tag("reason", reason)
                .counter()
                .count();
    }
}
