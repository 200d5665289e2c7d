package io.lockkeeper.idempotency.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.event.DefaultEventPublisherOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How our own client is set up: few threads, no request sent twice, none queued while there is no connection. */
final class Tuning {

    /** More requests than that under way are refused. */
    private static final int MOST_REQUESTS = 100_000;

    /** The connection on which the server pushes sends nothing by itself; a dead one is noticed within a minute. */
    private static final SocketOptions.KeepAliveOptions KEEP_ALIVE = SocketOptions.KeepAliveOptions.builder()
            .enable()
            .idle(Duration.ofSeconds(30))
            .interval(Duration.ofSeconds(10))
            .count(3)
            .build();

    private Tuning() {}

    static ClientResources resources(Channels channels) {
        return ClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .commandLatencyPublisherOptions(DefaultEventPublisherOptions.disabled())
                .reconnectDelay(
                        Delay.fullJitter(Duration.ofMillis(10), Duration.ofSeconds(1), 20, TimeUnit.MILLISECONDS))
                .nettyCustomizer(channels)
                .build();
    }

    static ClientOptions options(RedisAddress address) {
        SslOptions.Builder ssl = SslOptions.builder().jdkSslProvider();
        address.caCertificates().ifPresent(pem -> ssl.trustManager(pem.toFile()));
        return ClientOptions.builder()
                .protocolVersion(ProtocolVersion.RESP2)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(every -> true)
                .requestQueueSize(MOST_REQUESTS)
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(address.options().timeout())
                        .keepAlive(KEEP_ALIVE)
                        .build())
                .sslOptions(ssl.build())
                .build();
    }
}
