package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RedisConfig;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** A server for each test, and clients of it. */
abstract class WithRedis implements StoreFixture {

    final RedisServer redis;

    WithRedis() {
        this(RedisServer.configure());
    }

    WithRedis(RedisBinary binary) {
        this(RedisServer.configure().binary(binary));
    }

    WithRedis(RedisConfig config) {
        redis = config.start();
    }

    @Override
    public Store open() {
        return open(redis.url() + "?timeout=10s");
    }

    static RedisStore open(String url) {
        return RedisStore.connect(StoreAddress.parse(url));
    }

    /** What a call fails with. */
    static Throwable failureOf(Supplier<CompletionStage<?>> call) {
        Object answer = call.get()
                .toCompletableFuture()
                .<Object>handle((value, failure) -> failure == null ? "no failure, but " + value : failure)
                .orTimeout(Duration.ofSeconds(20).toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                .join();
        assertThat(answer).isInstanceOf(Throwable.class);
        Throwable failure = (Throwable) answer;
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** That a call fails for the moment. */
    static void assertUnavailable(Supplier<CompletionStage<?>> call, boolean outcomeUnknown, String message) {
        Throwable failure = failureOf(call);
        assertThat(failure).isInstanceOf(StoreUnavailableException.class).hasMessageContaining(message);
        assertThat(((StoreUnavailableException) failure).outcomeUnknown())
                .as("whether it may have been carried out: %s", failure)
                .isEqualTo(outcomeUnknown);
    }

    @AfterEach
    void stopServer() {
        redis.close();
    }
}
