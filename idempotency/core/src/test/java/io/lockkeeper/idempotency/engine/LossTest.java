package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys that are lost while the operation runs. */
class LossTest {

    private final Rig rig = new Rig();

    @AfterEach
    void nothing_is_kept() {
        assertThat(rig.engine.size()).as("what the engine keeps").isZero();
    }

    @Test
    void an_operation_that_lost_its_key_and_hangs_keeps_nobody_from_it() {
        CompletableFuture<@Nullable Object> hangs = new CompletableFuture<>();
        var stale = rig.begin(Rig.call(), attempt -> hangs);
        var follows = rig.begin(Rig.waiting(), "run by a person's leave");
        rig.records
                .catalogue()
                .free(
                        Rig.KEY,
                        rig.records
                                .catalogue()
                                .find(Rig.KEY)
                                .orElseThrow()
                                .attempt()
                                .token());
        rig.time.advance(Rig.LEASE);

        assertThat(follows).isCompletedWithValue(new Outcome.Executed<>("run by a person's leave"));
        hangs.complete("stale");
        assertThat(stale)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(AttemptLostException.class);
    }

    @Test
    void a_loss_that_a_step_finds_is_told() throws Exception {
        var call = Rig.call();
        assertThatThrownBy(() -> rig.engine.runLeased(call, attempt -> {
                    rig.records.catalogue().free(Rig.KEY, attempt.token());
                    try {
                        return attempt.step("charge", OutcomeCodec.plain(), part -> "charged");
                    } finally {
                        assertThat(attempt.isOwner()).isFalse();
                    }
                }))
                .isInstanceOf(AttemptLostException.class);

        assertThat(rig.events).hasAtLeastOneElementOfType(IdempotencyEvent.Lost.class);
    }
}
