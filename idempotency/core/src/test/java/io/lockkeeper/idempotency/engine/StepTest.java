package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Recovery points that cannot be read. */
class StepTest {

    private final Rig rig = new Rig();
    private final AtomicInteger charged = new AtomicInteger();

    private CompletionStage<@Nullable Object> charge(LeasedAttempt attempt) {
        return CompletableFuture.completedStage(
                attempt.step("charge", OutcomeCodec.plain(), part -> "charge " + charged.incrementAndGet()));
    }

    @Test
    void a_part_whose_recovery_point_cannot_be_read_does_not_run_again() {
        assertThat(rig.begin(Rig.call(), attempt -> {
                    charge(attempt);
                    throw new OutOfMemoryError("as if the process had died here");
                }))
                .isCompletedExceptionally();
        rig.time.advance(Rig.LEASE);
        assertThat(rig.begin(
                        Rig.call(),
                        attempt -> CompletableFuture.completedStage(attempt.step(
                                "charge", OutcomeCodec.plain(Integer.class), part -> charged.incrementAndGet()))))
                .isCompletedExceptionally();
        rig.time.advance(Rig.LEASE);

        assertThat(rig.begin(Rig.call(), this::charge)).isCompletedWithValue(new Outcome.Executed<>("charge 1"));
        assertThat(charged).hasValue(1);
    }
}
