package io.lockkeeper.idempotency.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open connections of a client, and since when each of them has been silent.
 *
 * <p>A connection whose other end vanished without a word stays open for many minutes: what is sent meanwhile is lost. So all that have
 * been silent for as long as a request waited in vain are closed, and Lettuce opens others.
 */
final class Channels implements NettyCustomizer {

    /** Requests of many threads that come together leave together: one system call instead of one each. */
    private static final int MOST_AT_ONCE = 256;

    private final long patience;
    private final Map<Channel, Activity> open = new ConcurrentHashMap<>();

    Channels(Duration patience) {
        this.patience = patience.toNanos();
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        Activity activity = new Activity();
        channel.pipeline().addFirst(activity, new FlushConsolidationHandler(MOST_AT_ONCE, true));
        open.put(channel, activity);
    }

    /** Closes all connections; a channel that can't be closed is closed already. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void closeAll() {
        open.keySet().forEach(Channel::close);
    }

    /** Closes the connections on which nothing arrived for the patience. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void closeSilent() {
        long now = System.nanoTime();
        open.forEach((channel, activity) -> {
            if (now - activity.last >= patience) {
                channel.close();
            }
        });
    }

    /** When a connection last received anything. */
    private final class Activity extends ChannelInboundHandlerAdapter {

        private volatile long last = System.nanoTime();

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            last = System.nanoTime();
            context.fireChannelRead(message);
        }

        @Override
        public void channelUnregistered(ChannelHandlerContext context) {
            open.remove(context.channel());
            context.fireChannelUnregistered();
        }
    }
}
