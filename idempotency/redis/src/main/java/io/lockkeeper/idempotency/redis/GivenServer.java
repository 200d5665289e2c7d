package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A server or a cluster, with connections of an application's client. How they are opened anew, and whether Lettuce sends requests
 * again, are the client's options.
 */
final class GivenServer implements Server {

    private final StatefulConnection<byte[], byte[]> connection;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final Supplier<CompletionStage<? extends StatefulRedisPubSubConnection<String, String>>> pubSub;
    private final boolean cluster;
    private final String where;
    private final List<StatefulConnection<?, ?>> open = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    private GivenServer(
            StatefulConnection<byte[], byte[]> connection,
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            Supplier<CompletionStage<? extends StatefulRedisPubSubConnection<String, String>>> pubSub,
            boolean cluster,
            String where) {
        this.connection = connection;
        this.commands = commands;
        this.pubSub = pubSub;
        this.cluster = cluster;
        this.where = where;
        open.add(connection);
    }

    static GivenServer of(RedisClient client, RedisURI uri) {
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE, uri);
        return new GivenServer(
                connection,
                connection.async(),
                () -> client.connectPubSubAsync(StringCodec.UTF8, uri),
                false,
                name(uri));
    }

    static String name(RedisURI uri) {
        return uri.getSentinels().isEmpty()
                ? uri.getHost() + ":" + uri.getPort()
                : "the primary " + uri.getSentinelMasterId();
    }

    static GivenServer of(RedisClusterClient client) {
        StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        return new GivenServer(
                connection, connection.async(), () -> client.connectPubSubAsync(StringCodec.UTF8), true, "the cluster");
    }

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return commands;
    }

    @Override
    public StatefulConnection<byte[], byte[]> connection() {
        return connection;
    }

    @Override
    public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> openPubSub() {
        return pubSub.get().thenApply(connection -> {
            open.add(connection);
            if (closed) {
                close();
            }
            return connection;
        });
    }

    @Override
    public boolean isCluster() {
        return cluster;
    }

    @Override
    public String where() {
        return where;
    }

    @Override
    public void silent() {
        // As the client's options have it: keep-alive, TCP_USER_TIMEOUT.
    }

    @Override
    public void reconnect() {
        // As the client's options have it: its reconnection, or a topology refresh.
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    public void close() {
        closed = true;
        open.forEach(StatefulConnection::closeAsync);
    }
}
