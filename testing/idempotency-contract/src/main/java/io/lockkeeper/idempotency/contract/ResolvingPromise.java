package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Rejection;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The promise that the catalogue shows and changes what requests see. */
public interface ResolvingPromise extends IdempotencyFixture {

    /** With the size of its outcome. */
    @Test
    default void aCompletedKeyIsFound() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            ann.run(key, PRINT, attempt -> "paid");
            IdempotencyRecord record = bob.catalogue().find(key).orElseThrow();
            assertThat(record.state()).isEqualTo(IdempotencyState.COMPLETED);
            assertThat(record.fingerprint()).isEqualTo(PRINT);
            assertThat(record.finished().orElseThrow().storedBytes()).isPositive();
            assertThat(bob.catalogue().find(freshKey())).isEmpty();
        }
    }

    /** As it was seen, by its token. */
    @Test
    default void aFreedKeyRunsAgain() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            ann.run(key, PRINT, attempt -> "first");
            long token = bob.catalogue().find(key).orElseThrow().attempt().token();
            assertThat(bob.catalogue().free(key, token + 1)).isFalse();
            assertThat(bob.catalogue().free(key, token)).isTrue();
            assertThat(ann.run(key, PRINT, attempt -> "second")).isEqualTo(new Outcome.Executed<>("second"));
            assertThat(bob.catalogue().free(key, token)).as("freed again").isFalse();
        }
    }

    /** It is known to be done, and never runs. */
    @Test
    default void anErasedOutcomeIsGone() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            ann.run(key, PRINT, attempt -> "secret");
            assertThat(bob.catalogue().erase(key)).isTrue();
            assertThat(ann.run(key, PRINT, attempt -> "run twice"))
                    .isEqualTo(new Outcome.Rejected<>(Rejection.GONE, Optional.empty()));
            assertThat(ann.run(key, OTHER_PRINT, attempt -> "run twice")).isEqualTo(new Outcome.Mismatch<>());
        }
    }
}
