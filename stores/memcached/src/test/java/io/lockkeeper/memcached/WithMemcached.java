package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** A server for each test, and clients of it. */
@RequiresMemcached
abstract class WithMemcached implements StoreFixture {

    final MemcachedServer memcached;

    /** With options of the server's command line. */
    WithMemcached(String... options) {
        memcached = MemcachedServer.start(options);
    }

    @Override
    public Store open() {
        return open(memcached.url() + "?timeout=10s");
    }

    static MemcachedStore open(String url) {
        return MemcachedStore.connect(StoreAddress.parse(url));
    }

    /** What stands under a lock's key, as another claim would find it; empty if nothing does. */
    List<String> item(String name) {
        return memcached.exec("get lockkeeper:" + name);
    }

    /** What a call fails with. */
    static Throwable failureOf(Supplier<CompletionStage<?>> call) {
        Object answer = call.get()
                .toCompletableFuture()
                .<Object>handle((value, failure) -> failure == null ? "no failure, but " + value : failure)
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        assertThat(answer).isInstanceOf(Throwable.class);
        return Failures.unwrap((Throwable) answer);
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
        memcached.close();
    }
}
