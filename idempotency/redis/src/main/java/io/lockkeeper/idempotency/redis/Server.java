package io.lockkeeper.idempotency.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletionStage;

/** The connections to a server or a cluster. Requests go to primaries only. */
interface Server extends AutoCloseable {

    /** The requests of all callers, pipelined. */
    RedisClusterAsyncCommands<byte[], byte[]> commands();

    /** What {@link #commands} are sent by. */
    StatefulConnection<byte[], byte[]> connection();

    /** Opens a connection on which the server pushes. */
    CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> openPubSub();

    /** Whether keys of several slots cannot be in one request. */
    boolean isCluster();

    /** The address, without secrets. */
    String where();

    /** Called if a request waited in vain for its reply: opens connections anew that have been silent. */
    void silent();

    /** Called if the server follows another, or replies can't be trusted: opens connections anew. */
    void reconnect();

    /** Closes what was opened; returns at once. */
    @Override
    void close();
}
