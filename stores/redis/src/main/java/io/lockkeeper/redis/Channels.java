package io.lockkeeper.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.RedisHandshakeHandler;
import io.lettuce.core.pubsub.PubSubCommandHandler;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open connections of a store, and since when each of them has been silent.
 *
 * <p>A connection whose other end vanished without a word stays open for many minutes: what is sent meanwhile is
 * lost. One that has been silent for as long as something that was sent on it waited in vain is therefore closed, and
 * Lettuce opens another, as it does after a failover, when what was the primary refuses to write.
 */
final class Channels implements NettyCustomizer {

    /** Requests of many threads that come together leave together: one system call instead of one each. */
    private static final int MOST_AT_ONCE = 256;

    private static final long WHILE_RECONNECTING = Duration.ofSeconds(1).toNanos();

    private final Map<Channel, Activity> open = new ConcurrentHashMap<>();
    private final Map<Use, Activity> newest = new ConcurrentHashMap<>();
    private volatile Runnable onLoss = () -> {};
    private volatile long ended = System.nanoTime() - WHILE_RECONNECTING;

    /** What the server said to the last attempt to connect for a use, if it refused. */
    Optional<Throwable> refusal(Use use) {
        return Optional.ofNullable(newest.get(use)).flatMap(activity -> activity.refusal);
    }

    /** What a connection is for. */
    enum Use {
        REQUESTS,
        PUSHES
    }

    /** Has something done whenever a connection ends. */
    void onLoss(Runnable task) {
        onLoss = task;
    }

    /** Makes a new connection known. */
    @Override
    public void afterChannelInitialized(Channel channel) {
        boolean pushes = channel.pipeline().get(PubSubCommandHandler.class) != null;
        Activity activity = new Activity(pushes ? Use.PUSHES : Use.REQUESTS);
        channel.pipeline().addFirst(activity, new FlushConsolidationHandler(MOST_AT_ONCE, true));
        open.put(channel, activity);
        newest.put(activity.use, activity);
        RedisHandshakeHandler greeting = channel.pipeline().get(RedisHandshakeHandler.class);
        if (greeting != null) {
            greeting.channelInitialized()
                    .whenComplete((done, failure) -> activity.refusal = Optional.ofNullable(failure)
                            .map(Failures::unwrap)
                            .filter(RedisCommandExecutionException.class::isInstance));
        }
    }

    /** Whether a connection ended so short a time ago that another is about to be opened, or is just about to end. */
    boolean endedJustNow() {
        return System.nanoTime() - ended < WHILE_RECONNECTING
                || open.entrySet().stream()
                        .anyMatch(
                                one -> one.getValue().wasActive && !one.getKey().isActive());
    }

    /** Opens all connections anew; a channel that can't be closed is closed already. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void reconnect() {
        open.keySet().forEach(Channel::close);
    }

    /** Opens the connections for one use anew on which not a byte has arrived for a time. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void reconnectIfSilent(Use use, long nanos) {
        long now = System.nanoTime();
        open.forEach((channel, activity) -> {
            if (activity.use == use && now - activity.last >= nanos) {
                channel.close();
            }
        });
    }

    /** What has happened on one connection: when it last received anything, whether it was open, whether the server refused it. */
    private final class Activity extends ChannelInboundHandlerAdapter {

        private final Use use;
        private volatile long last = System.nanoTime();
        private volatile boolean wasActive;
        private volatile Optional<Throwable> refusal = Optional.empty();

        Activity(Use use) {
            this.use = use;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            last = System.nanoTime();
            context.fireChannelRead(message);
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            wasActive = true;
            context.fireChannelActive();
        }

        /** Comes here before Lettuce knows. */
        @Override
        public void channelInactive(ChannelHandlerContext context) {
            ended = System.nanoTime();
            context.fireChannelInactive();
        }

        @Override
        public void channelUnregistered(ChannelHandlerContext context) {
            open.remove(context.channel());
            onLoss.run();
            context.fireChannelUnregistered();
        }
    }
}
