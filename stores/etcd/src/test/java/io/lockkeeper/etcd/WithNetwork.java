package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** A server for each test, and a network that can fail on the way to it. */
abstract class WithNetwork extends WithEtcd {

    final TcpProxy network = etcd.proxy();

    Contender throughTheNetwork() {
        return contender(etcd.url(network) + "?timeout=10s");
    }

    /** One that is to wait in vain. */
    Contender impatient() {
        return contender(etcd.url(network) + "?timeout=2s");
    }

    void assertUnavailable(Supplier<CompletionStage<?>> call) {
        assertThat(failureOf(call)).isInstanceOf(StoreUnavailableException.class);
    }

    void assertUnavailable(Supplier<CompletionStage<?>> call, boolean outcomeUnknown, String message) {
        Throwable failure = failureOf(call);
        assertThat(failure).isInstanceOf(StoreUnavailableException.class).hasMessageContaining(message);
        assertThat(((StoreUnavailableException) failure).outcomeUnknown())
                .as("whether it may have been carried out: %s", failure)
                .isEqualTo(outcomeUnknown);
    }

    Throwable failureOf(Supplier<CompletionStage<?>> call) {
        Object answer = call.get()
                .toCompletableFuture()
                .<Object>handle((value, failure) -> failure == null ? "no failure, but " + value : failure)
                .orTimeout(patience().toSeconds(), TimeUnit.SECONDS)
                .join();
        assertThat(answer).isInstanceOf(Throwable.class);
        Throwable failure = (Throwable) answer;
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }
}
