package io.lockkeeper.memcached;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

/** The one thread of a store, which ends with it. Folsom's own would be as many as there are processors, for ever. */
final class Loop extends MultiThreadIoEventLoopGroup {

    private final int connectMillis;
    private volatile @Nullable Channel last;

    Loop(MemcachedAddress address) {
        super(1, new DefaultThreadFactory("lockkeeper-" + address.where(), true), NioIoHandler.newFactory());
        this.connectMillis = Math.toIntExact(address.timeout().toMillis());
    }

    /** Folsom has no setting for how long a connection may take, and Netty's default is half a minute. */
    @Override
    public ChannelFuture register(Channel channel) {
        channel.config().setConnectTimeoutMillis(connectMillis);
        last = channel;
        return super.register(channel);
    }

    /** Closes the connection that was opened last. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void disconnect() {
        Channel open = last;
        if (open != null) {
            open.close();
        }
    }
}
