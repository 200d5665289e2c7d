package io.lockkeeper.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.event.DefaultEventPublisherOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How Lettuce is set up: few threads, nothing that is not needed at the start, no request sent twice. */
final class Tuning {

    /** More requests than that under way are refused; ten thousand locks can be claimed at once. */
    private static final int MOST_REQUESTS = 100_000;

    /** The connection on which the server pushes sends nothing by itself; a dead one is noticed within a minute. */
    private static final SocketOptions.KeepAliveOptions KEEP_ALIVE = SocketOptions.KeepAliveOptions.builder()
            .enable()
            .idle(Duration.ofSeconds(30))
            .interval(Duration.ofSeconds(10))
            .count(3)
            .build();

    private Tuning() {}

    /**
     * Nothing that costs time at the start and is not needed: two connections, no metrics, names looked up by Java, unless the program
     * has another way.
     */
    static ClientResources resources(Channels channels, Optional<ClientResources> resolving) {
        DefaultClientResources.Builder resources = DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .commandLatencyPublisherOptions(DefaultEventPublisherOptions.disabled())
                .addressResolverGroup(new NameLookup(InetAddress::getAllByName))
                .reconnectDelay(
                        Delay.fullJitter(Duration.ofMillis(10), Duration.ofSeconds(1), 20, TimeUnit.MILLISECONDS))
                .nettyCustomizer(channels);
        resolving.ifPresent(given -> resources
                .addressResolverGroup(given.addressResolverGroup())
                .socketAddressResolver(given.socketAddressResolver()));
        return resources.build();
    }

    static ClientOptions options(RedisSettings settings) {
        SslOptions.Builder ssl = SslOptions.builder().jdkSslProvider();
        settings.caCertificates().ifPresent(pem -> ssl.trustManager(pem.toFile()));
        return ClientOptions.builder()
                .protocolVersion(ProtocolVersion.RESP2)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(every -> true)
                .requestQueueSize(MOST_REQUESTS)
                .timeoutOptions(TimeoutOptions.enabled(settings.timing().timeout()))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(settings.timing().timeout())
                        .keepAlive(KEEP_ALIVE)
                        .build())
                .sslOptions(ssl.build())
                .build();
    }
}
