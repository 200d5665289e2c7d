package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.NestedCallException;
import io.lockkeeper.idempotency.Outcome;
import org.junit.jupiter.api.Test;

/** The promise that operations may call others, and never wait for themselves. */
public interface NestingPromise extends IdempotencyFixture {

    /** Whether it would wait or not. */
    @Test
    default void anOperationThatCallsItselfIsRefused() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start()) {
            assertThatThrownBy(() -> ann.run(waiting(key, LONG), outer -> ann.run(waiting(key, LONG), inner -> "paid")))
                    .isInstanceOf(NestedCallException.class);
            assertThatThrownBy(() -> ann.run(
                            key, PRINT, outer -> ann.run(freshKey(), PRINT, middle -> ann.run(key, PRINT, i -> ""))))
                    .isInstanceOf(NestedCallException.class);
            assertThat(ann.run(key, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
        }
    }

    /** Both run once. */
    @Test
    default void aPartOfAnOperationMayHaveADerivedKey() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            Outcome<String> outcome = ann.run(
                    key,
                    PRINT,
                    outer -> "outer of "
                            + ann.run(outer.key().derived("mail"), PRINT, inner -> "inner")
                                    .valueOrThrow());
            assertThat(outcome).isEqualTo(new Outcome.Executed<>("outer of inner"));
            assertThat(bob.run(key, PRINT, attempt -> "run twice")).isEqualTo(new Outcome.Replayed<>("outer of inner"));
            assertThat(bob.run(key.derived("mail"), PRINT, attempt -> "run twice"))
                    .isEqualTo(new Outcome.Replayed<>("inner"));
        }
    }

    /** The operation is over: its thread may call it again. */
    @Test
    default void aThreadMayRepeatWhatItRan() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start()) {
            assertThatThrownBy(() -> ann.run(key, PRINT, attempt -> {
                        throw new IllegalStateException("busy");
                    }))
                    .hasMessage("busy");
            assertThat(ann.run(key, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
            assertThat(ann.run(key, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Replayed<>("paid"));
        }
    }
}
