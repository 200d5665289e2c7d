package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** One node, with a client of its own. No request is sent twice by Lettuce: the engine knows what a repetition is worth. */
final class OwnServer implements Server {

    private final RedisURI uri;
    private final Channels channels;
    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;

    OwnServer(RedisAddress address) {
        uri = address.uri();
        channels = new Channels(address.options().timeout());
        resources = Tuning.resources(channels);
        client = RedisClient.create(resources, uri);
        client.setOptions(Tuning.options(address));
        try {
            connection = client.connect(ByteArrayCodec.INSTANCE);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return connection.async();
    }

    @Override
    public StatefulConnection<byte[], byte[]> connection() {
        return connection;
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> openPubSub() {
        return client.connectPubSubAsync(StringCodec.UTF8, uri);
    }

    @Override
    public boolean isCluster() {
        return false;
    }

    @Override
    public String where() {
        return uri.getHost() + ":" + uri.getPort();
    }

    @Override
    public void silent() {
        channels.closeSilent();
    }

    @Override
    public void reconnect() {
        channels.closeAll();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits until sockets and threads are gone
    public void close() {
        client.shutdownAsync(0, 0, TimeUnit.MILLISECONDS)
                .whenComplete((done, failure) -> resources.shutdown(0, 0, TimeUnit.MILLISECONDS));
    }
}
