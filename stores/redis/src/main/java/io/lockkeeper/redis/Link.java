package io.lockkeeper.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Diagnosis;
import io.netty.util.Timeout;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store's link to its server: one connection for all requests, pipelined, opened anew by Lettuce when it breaks.
 *
 * <p>A request is sent once. One whose connection broke fails, and the engine, which knows what it is worth, sends it
 * again: were it repeated here, the reply to a release that was carried out the first time would say that there was
 * nothing to release.
 */
final class Link {
    private static final int ATTEMPTS = 5;

    /** On Java's own timer, which goes on when this is closed. */
    private static final Executor SOON = CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS, Runnable::run);

    private final RedisURI uri;
    private final Duration timeout;
    private final boolean foundByJava;
    private final Failures failures;
    private final Channels channels = new Channels();
    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private volatile Runnable onSilence = () -> {};
    private volatile boolean closed;

    Link(RedisURI uri, RedisSettings settings, Optional<ClientResources> resolving, Failures failures, Log log) {
        this.uri = RedisURI.builder(uri)
                .withTimeout(settings.timing().timeout())
                .withLibraryName("")
                .withLibraryVersion("")
                .build();
        this.timeout = settings.timing().timeout();
        this.foundByJava = resolving.isEmpty();
        this.failures = failures;
        this.resources = Tuning.resources(channels, resolving);
        this.client = new LeanClient(resources, this.uri);
        client.setOptions(Tuning.options(settings));
        try {
            this.connection = connect();
            Greeting greeting = Greeting.of(connection.async());
            greeting.refuseAllButOneNode(failures.where());
            greeting.warnOfEviction(failures.where(), log);
        } catch (IllegalStateException unsuitable) {
            shutDown();
            throw unsuitable;
        } catch (RuntimeException failed) {
            shutDown();
            throw explained(told(Failures.unwrap(failed), Channels.Use.REQUESTS));
        }
    }

    /** A diagnosis finds servers by Java's lookup: it would judge another one than that of a program's own resolvers. */
    private RuntimeException explained(RuntimeException failure) {
        return foundByJava && failure instanceof StoreUnavailableException unavailable
                ? new Diagnosis("Redis", "redis", "rediss", uri.isSsl())
                        .explain(
                                "Redis at " + failures.where(),
                                List.of(new Diagnosis.Server(uri.getHost(), uri.getPort())),
                                unavailable)
                : failure;
    }

    /**
     * Connects. A server that refuses the greeting closes the connection at once, and Lettuce sometimes sees the close
     * before it has passed on why; so an attempt that failed without a reason is made again.
     */
    private StatefulRedisConnection<String, String> connect() {
        RuntimeException last = null;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                return client.connect(StringCodec.UTF8);
            } catch (RuntimeException failed) {
                if (!Failures.isClosedWithoutReason(failed)) {
                    throw failed;
                }
                last = failed;
            }
        }
        throw Objects.requireNonNull(last);
    }

    /**
     * Sends a request; what is thrown or replied as an error becomes one of the SPI's failures. One that could not be sent
     * waits for a moment if the connection ended just now, as servers end idle ones.
     */
    <T> CompletableFuture<T> send(Function<RedisAsyncCommands<String, String>, ? extends CompletionStage<T>> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        send(request, answer, System.nanoTime() + timeout.toNanos());
        return answer;
    }

    private <T> void send(
            Function<RedisAsyncCommands<String, String>, ? extends CompletionStage<T>> request,
            CompletableFuture<T> answer,
            long latest) {
        if (closed) {
            answer.completeExceptionally(closed());
            return;
        }
        CompletionStage<T> sent;
        try {
            sent = request.apply(connection.async());
        } catch (RuntimeException failure) {
            sent = CompletableFuture.failedFuture(failure);
        }
        sent.whenComplete((reply, failure) -> {
            if (failure == null) {
                answer.complete(reply);
            } else if (Failures.isNotSent(Failures.unwrap(failure)) && mayBeSentSoon(latest)) {
                SOON.execute(() -> send(request, answer, latest));
            } else {
                answer.completeExceptionally(understood(failure));
            }
        });
    }

    /** Not for ever: something may accept and end each connection. */
    private boolean mayBeSentSoon(long latest) {
        return !closed && channels.endedJustNow() && System.nanoTime() - latest < 0;
    }

    /** Opens the connection on which the server pushes. */
    CompletionStage<StatefulRedisPubSubConnection<String, String>> openPubSub() {
        return client.connectPubSubAsync(StringCodec.UTF8, uri);
    }

    /** What a failed request failed with, as the SPI wants it; does what helps against it. */
    RuntimeException understood(Throwable thrown) {
        return understood(thrown, Channels.Use.REQUESTS);
    }

    /** What a failed stage failed with on a connection for one use. */
    RuntimeException understood(Throwable thrown, Channels.Use use) {
        if (closed) {
            return closed();
        }
        Throwable failure = Failures.unwrap(thrown);
        if (failure instanceof RedisCommandTimeoutException) {
            channels.reconnectIfSilent(use, timeout.toNanos());
            if (use == Channels.Use.REQUESTS) {
                onSilence.run();
            }
        } else if (Failures.isReadOnly(failure)) {
            channels.reconnect();
        }
        return told(failure, use);
    }

    private RuntimeException told(Throwable failure, Channels.Use use) {
        return Failures.isNotSent(failure) ? failures.notSent(failure, channels.refusal(use)) : failures.of(failure);
    }

    /** Runs a task later, by Lettuce's timer, which ticks ten times a second and ends with this. Null if it has ended. */
    @Nullable
    Timeout after(Duration delay, Runnable task) {
        return closed ? null : resources.timer().newTimeout(due -> task.run(), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Has something done whenever a connection ends: the server may be gone, or another. */
    void onLoss(Runnable task) {
        channels.onLoss(task);
    }

    /** Has something done whenever a request waited in vain. */
    void onSilence(Runnable task) {
        onSilence = task;
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes all connections; returns at once, for nobody waits until sockets and threads are gone. */
    void close() {
        if (!closed) {
            closed = true;
            shutDown();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void shutDown() {
        client.shutdownAsync(0, 0, TimeUnit.MILLISECONDS)
                .whenComplete((done, failure) -> resources.shutdown(0, 0, TimeUnit.MILLISECONDS));
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("This store is closed.");
    }
}
