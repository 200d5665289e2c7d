package io.lockkeeper.idempotency.contract;

import static io.lockkeeper.contract.Eventually.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that asynchronous operations run once, too, and block no thread. */
public interface AsyncPromise extends LeasedFixture {

    /** And it is stored when its stage completes. */
    @Test
    default void anAsynchronousOperationRunsOnce() throws Exception {
        IdempotencyKey key = freshKey();
        CompletableFuture<@Nullable Object> value = new CompletableFuture<>();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            CompletableFuture<Void> started = new CompletableFuture<>();
            CompletionStage<Outcome<@Nullable Object>> first = ann.runAsync(call(key), attempt -> {
                started.complete(null);
                return value;
            });
            answer(patience(), started);
            assertThat(bob.run(call(key), attempt -> "run twice")).isInstanceOf(Outcome.InFlight.class);
            List<CompletionStage<Outcome<@Nullable Object>>> waiting = new ArrayList<>();
            for (LeasedIdempotency either : List.of(ann, bob)) {
                waiting.add(
                        either.runAsync(waiting(key, LONG), attempt -> CompletableFuture.completedStage("run twice")));
            }
            value.complete("paid");
            assertThat(answer(patience(), first)).isEqualTo(new Outcome.Executed<Object>("paid"));
            for (CompletionStage<Outcome<@Nullable Object>> repeat : waiting) {
                assertThat(answer(patience(), repeat)).isEqualTo(new Outcome.Replayed<Object>("paid"));
            }
        }
    }

    /** Whether it is thrown or the stage's. */
    @Test
    default void anAsynchronousFailureFreesTheKey() throws Exception {
        IdempotencyKey key = freshKey();
        IOException failure = new IOException("no line");
        try (LeasedIdempotency ann = start()) {
            assertThatThrownBy(() -> join(ann.runAsync(call(key), attempt -> CompletableFuture.failedStage(failure))))
                    .cause()
                    .isSameAs(failure);
            assertThatThrownBy(() -> join(ann.runAsync(call(key), attempt -> {
                        throw failure;
                    })))
                    .cause()
                    .isSameAs(failure);
            assertThat(ann.run(call(key), attempt -> "paid")).isEqualTo(new Outcome.Executed<Object>("paid"));
        }
    }

    /** It waited for another, and disturbs it not. */
    @Test
    default void aRequestThatIsCancelledWhileItWaitsLeavesNothing() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<@Nullable Object> value = new CompletableFuture<>();
        try (LeasedIdempotency ann = start();
                LeasedIdempotency bob = start()) {
            CompletableFuture<Void> started = new CompletableFuture<>();
            CompletionStage<Outcome<@Nullable Object>> first = ann.runAsync(call(key), attempt -> {
                started.complete(null);
                return value;
            });
            answer(patience(), started);
            for (LeasedIdempotency either : List.of(ann, bob)) {
                either.runAsync(
                                waiting(key, LONG),
                                attempt -> CompletableFuture.<@Nullable Object>completedStage(runs.incrementAndGet()))
                        .toCompletableFuture()
                        .cancel(true);
            }
            value.complete("paid");
            assertThat(answer(patience(), first)).isEqualTo(new Outcome.Executed<Object>("paid"));
            assertThat(bob.run(call(key), attempt -> runs.incrementAndGet()))
                    .isEqualTo(new Outcome.Replayed<Object>("paid"));
            assertThat(runs).hasValue(0);
        }
    }

    private <A> A join(CompletionStage<A> stage) throws Exception {
        return stage.toCompletableFuture().get(patience().toNanos(), TimeUnit.NANOSECONDS);
    }
}
