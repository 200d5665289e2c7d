package io.lockkeeper.memcached;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a store, which ends with it. Folsom's own would be as many as there are processors, for ever. Folsom also has one
 * thread for all clients of the process, which tries to connect again and does not end.
 */
final class Loop extends MultiThreadIoEventLoopGroup {

    private final int connectMillis;
    private @Nullable Channel last;

    Loop(MemcachedAddress address) {
        super(1, new DefaultThreadFactory("lockkeeper-" + address.where(), true), NioIoHandler.newFactory());
        this.connectMillis = Math.toIntExact(address.timeout().toMillis());
    }

    /**
     * Folsom has no setting for how long a connection may take, and Netty's default is half a minute. It also leaves a
     * connection open whose login failed; a store has only one, so the one before is closed.
     */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public synchronized ChannelFuture register(Channel channel) {
        channel.config().setConnectTimeoutMillis(connectMillis);
        if (last != null) {
            last.close();
        }
        last = channel;
        return super.register(channel);
    }
}
