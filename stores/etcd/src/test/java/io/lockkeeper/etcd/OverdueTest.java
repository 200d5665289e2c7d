package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.KVGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that are not answered in time are given up, whatever became of those before. */
class OverdueTest extends WithEtcd {

    private final Timers timers = new Timers();
    private final Overdue overdue = new Overdue(timers, Duration.ofSeconds(1));
    private final Channels channels = new Channels(EtcdAddress.parse(StoreAddress.parse(etcd.url())), timers);

    @Test
    void oneThatCannotBeGivenUpKeepsNoOthersFromIt() {
        etcd.pause();
        CompletableFuture<@Nullable Void> cancelled = new CompletableFuture<>();
        var unused = send(ClientInterceptors.intercept(channels.current(), new Refusal(cancelled)));
        assertThat(cancelled).succeedsWithin(patience());
        assertThat(send(channels.current())).succeedsWithin(patience()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    }

    private CompletableFuture<Status.Code> send(Channel channel) {
        CompletableFuture<Status.Code> ended = new CompletableFuture<>();
        Request.send(
                channel,
                KVGrpc.getRangeMethod(),
                Requests.any(Keys.under("")),
                new Metadata(),
                overdue,
                Duration.ofSeconds(1),
                (answer, status, sent, began) -> ended.complete(status.getCode()));
        return ended;
    }

    /** Calls that can't be cancelled. */
    private record Refusal(CompletableFuture<@Nullable Void> cancelled) implements ClientInterceptor {
        @Override
        public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                @Override
                public void cancel(@Nullable String message, @Nullable Throwable cause) {
                    cancelled.complete(null);
                    throw new IllegalStateException("It can't be cancelled.");
                }
            };
        }
    }

    @AfterEach
    void close() {
        etcd.resume();
        channels.close();
        timers.close();
    }
}
