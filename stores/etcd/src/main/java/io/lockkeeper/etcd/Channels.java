package io.lockkeeper.etcd;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the cluster: to one member at a time, the first of which is chosen at random. When it breaks, or says
 * nothing, another one follows.
 *
 * <p>One member, not all in turn: what it has answered it has seen, so its answers and its watches never go back.
 */
final class Channels {

    /** A list of all keys of ten thousand locks is some megabytes long. */
    private static final int LONGEST_ANSWER = 64 << 20;

    /** It has something to say to everybody at its first use. Kept, since a logger that nobody keeps forgets its level. */
    private static final Logger TALKATIVE = Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.TcpMetrics");

    static {
        TALKATIVE.setLevel(Level.WARNING);
    }

    private final List<Endpoint> endpoints;
    private final Duration timeout;
    private final Optional<SslContext> encryption;
    private final List<Runnable> onMove = new CopyOnWriteArrayList<>();
    private final Timers timers;
    private final Set<ManagedChannel> abandoned = ConcurrentHashMap.newKeySet();

    /** One thread, which ends with the store. gRPC's own would be left waiting in the kernel, and a JVM that ends waits for that. */
    private final EventLoopGroup loop = new NioEventLoopGroup(1, new DefaultThreadFactory("lockkeeper-etcd-io", true));

    private int index;
    private volatile ManagedChannel current;
    private volatile boolean closed;

    Channels(EtcdSettings settings, Timers timers) {
        this.timers = timers;
        endpoints = new ArrayList<>(settings.endpoints());
        Collections.shuffle(endpoints);
        timeout = settings.timeout();
        encryption = settings.tls().map(Channels::encryption);
        current = open(endpoints.get(0));
    }

    /** The connection for what is asked now; opened by the first request. */
    ManagedChannel current() {
        return current;
    }

    /** Has something done whenever another connection has taken the place of one. */
    void onMove(Runnable task) {
        onMove.add(task);
    }

    /** Gives a connection up for the next; requests that are under way on it are waited for as long as they may take. */
    void leave(ManagedChannel suspect) {
        synchronized (this) {
            if (closed || suspect != current) {
                return;
            }
            index = (index + 1) % endpoints.size();
            current = open(endpoints.get(index));
            abandoned.add(suspect);
        }
        suspect.shutdown();
        timers.after(timeout.multipliedBy(2).toNanos(), () -> close(suspect));
        onMove.forEach(Runnable::run);
    }

    boolean areSeveral() {
        return endpoints.size() > 1;
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    void close() {
        synchronized (this) {
            closed = true;
        }
        current.shutdownNow();
        abandoned.forEach(this::close);
        loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS); // What is under way is told of it first.
    }

    private void close(ManagedChannel channel) {
        channel.shutdownNow();
        abandoned.remove(channel);
    }

    private ManagedChannel open(Endpoint endpoint) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
                .eventLoopGroup(loop)
                .channelType(NioSocketChannel.class)
                // Answers are passed on by the thread that reads them: nothing here or in the engine blocks it.
                .directExecutor()
                // What is sent twice, and when, is the engine's to decide.
                .disableRetry()
                .maxInboundMessageSize(LONGEST_ANSWER)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeout.toMillis());
        @Nullable SslContext context = encryption.orElse(null);
        return (context == null ? builder.usePlaintext() : builder.sslContext(context)).build();
    }

    private static SslContext encryption(EtcdSettings.Tls tls) {
        SslContextBuilder builder = GrpcSslContexts.forClient();
        try {
            tls.authorities().ifPresent(pem -> builder.trustManager(pem.toFile()));
            tls.identity()
                    .ifPresent(identity -> builder.keyManager(
                            identity.certificate().toFile(), identity.key().toFile()));
            return builder.build();
        } catch (IllegalArgumentException | SSLException unusable) {
            throw new IllegalArgumentException(
                    "'cacert' and 'cert' name PEM files with certificates, 'key' one with a private key (PKCS #8);"
                            + " they can't be read as such: " + unusable.getMessage(),
                    unusable);
        }
    }
}
