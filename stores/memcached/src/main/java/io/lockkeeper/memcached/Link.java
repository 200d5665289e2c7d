package io.lockkeeper.memcached;

import com.spotify.folsom.AsciiMemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import com.spotify.folsom.MemcachedStats;
import com.spotify.folsom.reconnect.AbstractReconnectionListener;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Diagnosis;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A store's link to its server: one connection for all requests, pipelined and therefore served in the order in which
 * they were sent; opened anew by folsom when it breaks, or when an answer stays out for too long.
 *
 * <p>A request is sent once. One whose connection broke fails, and the engine, which knows what it is worth, sends it
 * again.
 */
final class Link {

    /** More requests than that under way are refused; ten thousand locks can be claimed at once. */
    private static final int MOST_REQUESTS = 100_000;

    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final long REPLACEMENT_PAUSE_MILLIS = 1_000;

    private final Failures failures;
    private final Loop loop;
    private final Pulse pulse;
    private final MemcachedAddress address;
    private final AtomicBoolean replacing = new AtomicBoolean();
    private volatile AsciiMemcacheClient<String> client;
    private volatile boolean closed;

    Link(MemcachedAddress address) {
        this.address = address;
        failures = new Failures(address.where());
        loop = new Loop(address);
        pulse = new Pulse(System.nanoTime());
        FirstAttempt attempt = new FirstAttempt();
        client = client(attempt);
        try {
            client.connectFuture().whenComplete((connected, failure) -> attempt.ended(failure));
            attempt.outcome
                    .thenCompose(connected -> client.getStats("settings"))
                    .orTimeout(address.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .thenAccept(this::checkSettings)
                    .join();
        } catch (CompletionException failed) {
            close();
            throw explained(failures.unreachable(failed));
        }
    }

    private RuntimeException explained(RuntimeException failure) {
        if (!(failure instanceof StoreUnavailableException unavailable)) {
            return failure;
        }
        boolean tls = address.encryption().isPresent();
        String where = "memcached at " + address.where();
        StoreUnavailableException explained = new Diagnosis("memcached", "memcached", "memcacheds", tls)
                .explain(where, List.of(new Diagnosis.Server(address.host(), address.port())), unavailable);
        return tls && explained == unavailable // The library does not say what is wrong with a handshake.
                ? new StoreUnavailableException(
                        where + " can't be reached over TLS. Check which certificates are trusted, and the host name in"
                                + " the server's.",
                        false,
                        unavailable)
                : explained;
    }

    /** A server that can't compare is found out before it holds a lock. What it doesn't tell is taken to be in order. */
    private void checkSettings(Map<String, MemcachedStats> servers) {
        if (servers.values().stream()
                .anyMatch(settings -> "no".equals(settings.getStats().get("cas_enabled")))) {
            throw failures.withoutCas();
        }
    }

    private AsciiMemcacheClient<String> client(FirstAttempt attempt) {
        MemcacheClientBuilder<String> builder = MemcacheClientBuilder.newStringClient()
                .withAddress(address.host(), address.port())
                .withConnectionTimeoutMillis(address.timeout().toMillis())
                .withMaxOutstandingRequests(MOST_REQUESTS)
                .withRetry(false)
                .withReplyExecutor(null)
                .withBackoff(Link::pauseMillis)
                .withReconnectionListener(attempt)
                .withChannelClass(NioSocketChannel.class)
                .withEventLoopGroup(loop);
        address.login().ifPresent(login -> builder.withUsernamePassword(login.user(), login.password()));
        address.encryption().ifPresent(builder::withSSLEngineFactory);
        return builder.connectAscii();
    }

    /** 10 ms, doubled with each failure up to a second, less up to half of it. */
    private static long pauseMillis(int failures) {
        long longest = Math.min(LONGEST_PAUSE_MILLIS, 10L << Math.min(failures, 7));
        return longest - ThreadLocalRandom.current().nextLong(longest / 2);
    }

    /** How the first attempt to connect ended; folsom itself would try again and again, and tell nobody. */
    private static final class FirstAttempt extends AbstractReconnectionListener {
        private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();

        @Override
        public void connectionFailure(Throwable cause) {
            ended(cause);
        }

        void ended(Throwable failure) {
            if (failure == null) {
                outcome.complete(true);
            } else {
                outcome.completeExceptionally(failure);
            }
        }
    }

    /** Sends a request; what it fails with becomes one of the SPI's failures. */
    <T> CompletableFuture<T> send(Function<AsciiMemcacheClient<String>, CompletionStage<T>> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        AsciiMemcacheClient<String> asked = client;
        if (closed) {
            answer.completeExceptionally(closed());
        } else if (asked.getConnectionFailure() != null) {
            replace(asked);
            answer.completeExceptionally(failures.refused(asked.getConnectionFailure()));
        } else if (!asked.isConnected()) {
            answer.completeExceptionally(failures.notConnected());
        } else {
            long sent = System.nanoTime();
            request.apply(asked).whenComplete((reply, failure) -> {
                if (failure == null) {
                    pulse.beat(sent, System.nanoTime());
                    answer.complete(reply);
                } else {
                    answer.completeExceptionally(closed ? closed() : failures.of(failure));
                }
            });
        }
        return answer;
    }

    /** A client of folsom's that was refused ends for good, though the server may let it in later: another one tries again. */
    private void replace(AsciiMemcacheClient<String> refused) {
        if (replacing.compareAndSet(false, true)) {
            var unused = pause(TimeUnit.MILLISECONDS.toNanos(REPLACEMENT_PAUSE_MILLIS))
                    .thenRun(() -> {
                        if (client == refused) {
                            client = client(new FirstAttempt());
                        }
                        replacing.set(false);
                        if (closed) {
                            client.shutdown();
                        }
                    });
        }
    }

    /** The seconds to ask for, so that an item lives as long as this process promises it to. */
    int expiry(Lifetime life) {
        return Expiry.seconds(life.nanos(), pulse.silence(life.from()));
    }

    boolean isClosed() {
        return closed;
    }

    Failures failures() {
        return failures;
    }

    /** Completes later, or fails if the store is closed by then. */
    CompletableFuture<Void> pause(long nanos) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            loop.schedule(() -> over.complete(null), nanos, TimeUnit.NANOSECONDS)
                    .addListener(ended -> over.completeExceptionally(closed())); // Without effect if it is over.
        } catch (RejectedExecutionException closedMeanwhile) {
            over.completeExceptionally(closed());
        }
        return over;
    }

    /** Closes the connection; returns at once, for nobody waits until the thread is gone. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void close() {
        closed = true;
        client.shutdown();
        loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("This store is closed.");
    }
}
