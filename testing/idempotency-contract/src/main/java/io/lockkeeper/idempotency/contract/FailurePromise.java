package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.FailurePolicy;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.StoredFailure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that a failure frees the key, or is the outcome, as the policy says. */
public interface FailurePromise extends IdempotencyFixture {

    /** The default: the failure is thrown as it is, and the next request runs. */
    @Test
    default void anExceptionFreesTheKey() throws Exception {
        IdempotencyKey key = freshKey();
        IOException failure = new IOException("no line");
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            for (Idempotency either : List.of(ann, bob)) {
                assertThatThrownBy(() -> either.run(key, PRINT, attempt -> {
                            throw failure;
                        }))
                        .isSameAs(failure);
            }
            assertThat(bob.catalogue().find(key)).isEmpty();
            assertThat(ann.run(key, OTHER_PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
        }
    }

    /** A final answer, such as a refused payment. */
    @Test
    default void aStoredFailureIsReplayed() throws Exception {
        IdempotencyKey key = freshKey();
        AtomicInteger runs = new AtomicInteger();
        IdempotentCall<@Nullable Object> call = storing(key);
        try (Idempotency ann = start();
                Idempotency bob = start()) {
            assertThatThrownBy(() -> ann.run(call, attempt -> {
                        throw new FileNotFoundException("refused " + runs.incrementAndGet());
                    }))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("refused 1");
            Outcome<Object> rejected = new Outcome.Rejected<>(
                    Rejection.FAILED,
                    Optional.of(new StoredFailure(FileNotFoundException.class.getName(), "refused 1")));
            for (Idempotency either : List.of(ann, bob)) {
                assertThat(either.run(call, attempt -> runs.incrementAndGet())).isEqualTo(rejected);
            }
            assertThat(bob.run(call(key), attempt -> "run twice"))
                    .as("a repeat with another policy")
                    .isEqualTo(rejected);
            assertThat(bob.run(key, OTHER_PRINT, attempt -> "run twice")).isEqualTo(new Outcome.Mismatch<>());
        }
    }

    /** And it is no less of one for having no message, or a long one. */
    @Test
    default void aFailureOfAnyMessageIsStored() throws Exception {
        try (Idempotency ann = start()) {
            for (Exception failure : List.of(new IOException(), new IOException("锁".repeat(100_000)))) {
                IdempotentCall<@Nullable Object> call = storing(freshKey());
                assertThatThrownBy(() -> ann.run(call, attempt -> {
                            throw failure;
                        }))
                        .isSameAs(failure);
                assertThat(ann.run(call, attempt -> "run twice"))
                        .isInstanceOfSatisfying(
                                Outcome.Rejected.class,
                                rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.FAILED));
            }
        }
    }

    /** Such as that of a lock: it is thrown as it is, and is not taken for one of this store. */
    @Test
    default void aStoreThatTheOperationUsesMayBeUnavailable() throws Exception {
        IdempotencyKey key = freshKey();
        StoreUnavailableException failure = new StoreUnavailableException("the lock's store", true, null);
        try (Idempotency ann = start()) {
            assertThatThrownBy(() -> ann.run(key, PRINT, attempt -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
            assertThat(ann.run(key, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
        }
    }

    /** Others are as by default. */
    @Test
    default void aFailureThatThePolicyDoesNotStoreFreesTheKey() throws Exception {
        IdempotentCall<@Nullable Object> call = storing(freshKey());
        try (Idempotency ann = start()) {
            assertThatThrownBy(() -> ann.run(call, attempt -> {
                        throw new IllegalStateException("busy");
                    }))
                    .hasMessage("busy");
            assertThat(ann.run(call, attempt -> "paid")).isEqualTo(new Outcome.Executed<Object>("paid"));
        }
    }

    /** The failure of the operation is thrown, not that of the policy. */
    @Test
    default void aPolicyThatThrowsChangesNoFailure() throws Exception {
        IdempotentCall<@Nullable Object> call = call(freshKey())
                .withOptions(IdempotencyOptions.defaults().withFailures(failure -> {
                    throw new IllegalStateException("the policy's");
                }));
        try (Idempotency ann = start()) {
            assertThatThrownBy(() -> ann.run(call, attempt -> {
                        throw new IOException("the operation's");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the operation's");
        }
    }

    /** It is logged. */
    @Test
    default void aListenerThatThrowsChangesNothing() throws Exception {
        IdempotencyKey key = freshKey();
        IdempotencySettings settings = IdempotencySettings.defaults()
                .withTimeout(Duration.ofSeconds(60))
                .withListener(event -> {
                    throw new IllegalStateException("the listener's");
                });
        try (Idempotency ann = start(settings)) {
            assertThatThrownBy(() -> ann.run(key, PRINT, attempt -> {
                        throw new IOException("the operation's");
                    }))
                    .isInstanceOf(IOException.class);
            assertThat(ann.run(key, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
            assertThat(ann.run(key, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Replayed<>("paid"));
            assertThat(ann.run(key, OTHER_PRINT, attempt -> "paid")).isEqualTo(new Outcome.Mismatch<>());
        }
    }

    private IdempotentCall<@Nullable Object> storing(IdempotencyKey key) {
        return call(key)
                .withOptions(
                        IdempotencyOptions.defaults().withFailures(FailurePolicy.storing(Set.of(IOException.class))));
    }
}
