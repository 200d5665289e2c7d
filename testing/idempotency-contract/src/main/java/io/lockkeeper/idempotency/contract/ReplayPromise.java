package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.RequestRefusedException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that an operation runs once, and that its repeats get its value. */
public interface ReplayPromise extends IdempotencyFixture {

    /** In the same process and in another. */
    @Test
    default void aRepeatGetsTheStoredValue() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            assertThat(ann.run(key, PRINT, attempt -> "paid " + runs.incrementAndGet()))
                    .isEqualTo(new Outcome.Executed<>("paid 1"));
            assertThat(ann.run(key, PRINT, attempt -> "paid " + runs.incrementAndGet()))
                    .isEqualTo(new Outcome.Replayed<>("paid 1"));
            assertThat(bob.run(key, PRINT, attempt -> "paid " + runs.incrementAndGet()))
                    .isEqualTo(new Outcome.Replayed<>("paid 1"));
        }
    }

    /** Whoever asks for something else with the same key made a mistake. */
    @Test
    default void anotherPayloadIsAMismatch() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            ann.run(key, PRINT, attempt -> "paid");
            for (Idempotency either : List.of(ann, bob)) {
                Outcome<String> outcome = either.run(key, OTHER_PRINT, attempt -> "paid twice");
                assertThat(outcome).isEqualTo(new Outcome.Mismatch<>());
                assertThatThrownBy(outcome::valueOrThrow).isInstanceOf(RequestRefusedException.class);
            }
            assertThat(bob.run(key, PRINT, attempt -> "paid twice")).isEqualTo(new Outcome.Replayed<>("paid"));
        }
    }

    /** As an operation that returns nothing has. */
    @Test
    @SuppressWarnings("NullAway") // T is nullable here
    default void nothingIsAValue() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            assertThat(ann.run(call(key), attempt -> null)).isEqualTo(new Outcome.Executed<@Nullable Object>(null));
            assertThat(bob.run(call(key), attempt -> "run twice"))
                    .isEqualTo(new Outcome.Replayed<@Nullable Object>(null));
        }
    }

    /** Each as what it was. */
    @Test
    default void plainValuesComeBackAsTheyWere() throws Exception {
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            for (Object value : List.of(
                    "",
                    "Grüße, 锁 😀\u0000",
                    true,
                    -1,
                    Long.MIN_VALUE,
                    (short) 3,
                    (byte) -128,
                    Double.NaN,
                    1.5f,
                    new BigDecimal("1.50"),
                    new UUID(1, 2),
                    Instant.ofEpochSecond(1, 999_999_999))) {
                IdempotencyKey key = freshKey();
                ann.run(call(key), attempt -> value);
                assertThat(bob.run(call(key), attempt -> "run twice")).isEqualTo(new Outcome.Replayed<>(value));
            }
        }
    }

    /** With a codec of one's own. */
    @Test
    default void genericTypesComeBackAsTheyWere() throws Exception {
        IdempotentCall<List<String>> call = IdempotentCall.of(freshKey(), PRINT, new Lines());
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            assertThat(ann.run(call, attempt -> List.of("a", "b")).valueOrThrow())
                    .containsExactly("a", "b");
            Outcome<List<String>> replayed = bob.run(call, attempt -> List.of("run twice"));
            assertThat(replayed).isInstanceOf(Outcome.Replayed.class);
            assertThat(replayed.valueOrThrow()).containsExactly("a", "b");
        }
    }

    /** Without a change of any bit. */
    @Test
    default void bytesComeBackAsTheyWere() throws Exception {
        byte[] all = new byte[70_000];
        for (int index = 0; index < all.length; index++) {
            all[index] = (byte) index;
        }
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            ann.run(call(key), attempt -> all);
            assertThat(bob.run(call(key), attempt -> "run twice").valueOrThrow())
                    .isEqualTo(all);
        }
    }

    /** It is known to be done, so it is not run again. */
    @Test
    default void aStoredValueThatCannotBeReadIsNeverRunAgain() throws Exception {
        IdempotencyKey key = freshKey();
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            ann.run(key, PRINT, attempt -> "paid");
            var asNumber = IdempotentCall.of(key, PRINT, OutcomeCodec.plain(Long.class));
            for (Idempotency either : List.of(ann, bob)) {
                assertThat(either.run(asNumber, attempt -> 2L)).isEqualTo(rejected(Rejection.UNREADABLE));
            }
            assertThat(bob.run(call(key), attempt -> "run twice")).isEqualTo(new Outcome.Replayed<Object>("paid"));
        }
    }

    /** The first caller has it, repeats are told that it is gone. */
    @Test
    default void aValueThatCannotBeStoredIsGone() throws Exception {
        IdempotencyKey key = freshKey();
        List<String> value = List.of("not plain");
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            assertThat(ann.run(call(key), attempt -> value)).isEqualTo(new Outcome.Executed<Object>(value));
            for (Idempotency either : List.of(ann, bob)) {
                assertThat(either.run(call(key), attempt -> "run twice")).isEqualTo(rejected(Rejection.GONE));
            }
        }
    }

    /** Whatever it throws. */
    @Test
    default void aCodecThatThrowsAnErrorRunsNothingTwice() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        IdempotentCall<List<String>> call = IdempotentCall.of(freshKey(), PRINT, new Lines() {
            @Override
            public EncodedValue encode(List<String> value) {
                throw new StackOverflowError("a value that contains itself");
            }
        });
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            assertThat(ann.run(call, attempt -> List.of("run " + runs.incrementAndGet()))
                            .valueOrThrow())
                    .containsExactly("run 1");
            assertThat(bob.run(call, attempt -> List.of("run " + runs.incrementAndGet())))
                    .isEqualTo(rejected(Rejection.GONE));
        }
    }

    /** Nothing runs after the end. */
    @Test
    default void nothingRunsAfterClose() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Idempotency ann = start();
        ann.close();
        ann.close();
        assertThatThrownBy(() -> ann.run(freshKey(), PRINT, attempt -> runs.incrementAndGet()))
                .isInstanceOf(IllegalStateException.class);
        assertThat(runs).hasValue(0);
    }

    private static <T extends @Nullable Object> Outcome<T> rejected(Rejection reason) {
        return new Outcome.Rejected<>(reason, java.util.Optional.empty());
    }

    /** Stores lists of lines. */
    class Lines implements OutcomeCodec<List<String>> {

        /** Has no state. */
        public Lines() {}

        @Override
        public EncodedValue encode(List<String> value) {
            return new EncodedValue("lines", String.join("\n", value).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public List<String> decode(EncodedValue encoded) {
            return Arrays.asList(new String(encoded.content(), StandardCharsets.UTF_8).split("\n", -1));
        }
    }
}
