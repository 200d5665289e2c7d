package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.OnExpiry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promise that an operation knows its key, its token, and what to hand on. */
public interface AttemptPromise extends IdempotencyFixture {

    /** Each attempt has a greater token; what is handed on stays the same. */
    @Test
    default void attemptsHaveGrowingTokensAndOneDownstreamKey() throws Exception {
        IdempotencyKey key = freshKey();
        List<Attempt> attempts = new ArrayList<>();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            for (Idempotency either : List.of(ann, bob, ann)) {
                assertThatThrownBy(() -> either.run(key, PRINT, attempt -> {
                            attempts.add(attempt);
                            throw new IllegalStateException("busy");
                        }))
                        .hasMessage("busy");
            }
        }
        assertThat(attempts).extracting(Attempt::key).containsOnly(key);
        assertThat(attempts).extracting(Attempt::number).containsOnly(1);
        assertThat(attempts)
                .extracting(attempt -> attempt.downstreamKey("mail"))
                .containsOnly(key.derivedId("mail"));
        assertThat(attempts).extracting(Attempt::token).isSorted().doesNotHaveDuplicates();
        assertThat(attempts.get(0).token()).isPositive();
    }

    /** Before anything is asked or run. */
    @Test
    default void aRecoveryNeedsItsFunction() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start()) {
            assertThatThrownBy(() -> ann.run(
                            call(key).withOptions(IdempotencyOptions.defaults().withOnExpiry(OnExpiry.RECOVER)),
                            attempt -> "run"))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(ann.catalogue().find(key)).isEmpty();
        }
    }
}
