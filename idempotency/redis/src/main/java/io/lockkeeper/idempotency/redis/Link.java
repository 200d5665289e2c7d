package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs scripts by their digests, and sends their text when the server does not know them (any more). */
final class Link {

    private final Server server;
    private final Failures failures;
    private final Duration timeout;
    private volatile boolean closed;

    Link(Server server, Keys keys, Duration timeout) {
        this.server = server;
        this.failures = new Failures(server.where(), keys);
        this.timeout = timeout;
    }

    Server server() {
        return server;
    }

    /** Runs a script whose replies are numbers or lists, as {@link Script#output} reads them. */
    <T> CompletableFuture<T> run(Script script, List<String> keys, byte[]... arguments) {
        byte[][] names = keys.stream().map(Link::bytes).toArray(byte[][]::new);
        return this.<T>send(redis -> dispatched(CommandType.EVALSHA, script.digest(), script, names, arguments))
                .exceptionallyCompose(failure -> Failures.isNoScript(Failures.unwrap(failure))
                        ? this.<T>send(redis -> dispatched(CommandType.EVAL, script.text(), script, names, arguments))
                        : CompletableFuture.failedFuture(failure))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(understood(failure)));
    }

    /** Sends a request; its failure is an exception of ours. */
    <T> CompletableFuture<T> request(Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> request) {
        return send(request).exceptionallyCompose(failure -> CompletableFuture.failedFuture(understood(failure)));
    }

    /**
     * Sends a script, so that Lettuce does not send it again once its future is done, as by the timeout. For a cluster, Lettuce wraps a
     * command into one of its own, which is done when it is told so.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // it has no failure of its own
    private <T> RedisFuture<T> dispatched(
            CommandType type, String code, Script script, byte[][] names, byte[]... arguments) {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add(bytes(code))
                .add(names.length)
                .addKeys(names)
                .addValues(arguments);
        AsyncCommand<byte[], byte[], T> reply = new AsyncCommand<>(new Command<>(type, script.<T>output(), args));
        RedisCommand<byte[], byte[], T> sent = server.connection().dispatch(reply);
        if (server.isCluster()) {
            reply.whenComplete((answer, failure) -> {
                if (failure != null) {
                    sent.completeExceptionally(failure);
                }
            });
        }
        return reply;
    }

    private <T> CompletableFuture<T> send(Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> request) {
        if (closed) {
            return CompletableFuture.failedFuture(closed());
        }
        try {
            return request.apply(server.commands())
                    .toCompletableFuture()
                    .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** What a request failed with, as the SPI wants it; does what helps against it. */
    private RuntimeException understood(Throwable thrown) {
        Throwable failure = Failures.unwrap(thrown);
        if (closed) {
            return closed();
        }
        if (Failures.isTimeout(failure)) {
            server.silent();
        } else if (Failures.isReadOnly(failure) || Failures.isStumble(failure)) {
            server.reconnect();
        }
        return server.isCluster() && Failures.isRedirection(failure)
                ? failures.redirected(failure)
                : failures.of(failure);
    }

    /** Waits for the answer to a request of a person. */
    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    void close() {
        closed = true;
        server.close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("This idempotency store is closed");
    }
}
