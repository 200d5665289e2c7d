package io.lockkeeper.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open connections of a store, and since when each of them has been silent.
 *
 * <p>A connection whose other end vanished without a word stays open for many minutes: what is sent meanwhile is
 * lost. One that has been silent for as long as a request waited in vain is therefore closed, and Lettuce opens
 * another, as it does after a failover, when what was the primary refuses to write.
 */
final class Channels implements NettyCustomizer {

    /** Requests of many threads that come together leave together: one system call instead of one each. */
    private static final int MOST_AT_ONCE = 256;

    private final Map<Channel, Hearing> open = new ConcurrentHashMap<>();
    private volatile Runnable onLoss = () -> {};

    /** Has something done whenever a connection ends. */
    void onLoss(Runnable task) {
        onLoss = task;
    }

    /** Makes a new connection known. */
    @Override
    public void afterChannelInitialized(Channel channel) {
        Hearing hearing = new Hearing();
        channel.pipeline().addFirst(hearing, new FlushConsolidationHandler(MOST_AT_ONCE, true));
        open.put(channel, hearing);
    }

    /** Opens all connections anew; a channel that can't be closed is closed already. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void reconnect() {
        open.keySet().forEach(Channel::close);
    }

    /** Opens connections anew if not a byte has arrived on any of them for a time. */
    void reconnectIfSilent(long nanos) {
        long now = System.nanoTime();
        if (open.values().stream().allMatch(hearing -> now - hearing.last >= nanos)) {
            reconnect();
        }
    }

    /** When a connection last heard anything. */
    private final class Hearing extends ChannelInboundHandlerAdapter {

        private volatile long last = System.nanoTime();

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            last = System.nanoTime();
            context.fireChannelRead(message);
        }

        @Override
        public void channelUnregistered(ChannelHandlerContext context) {
            open.remove(context.channel());
            onLoss.run();
            context.fireChannelUnregistered();
        }
    }
}
