package io.lockkeeper.bench.contestants;

import com.spotify.folsom.AsciiMemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import com.spotify.folsom.MemcacheStatus;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Two round trips to memcached: add an item, and delete it, be it whose it may by then. */
final class RawItems {
    private static final int PATIENCE_SECONDS = 10;

    private RawItems() {}

    static Locks open(String url) {
        URI server = URI.create(url);
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        AsciiMemcacheClient<String> client = MemcacheClientBuilder.newStringClient()
                .withAddress(server.getHost(), server.getPort())
                .withReplyExecutor(null)
                .withChannelClass(NioSocketChannel.class)
                .withEventLoopGroup(loop)
                .connectAscii();
        Mutex.Step connected = () -> client.awaitConnected(PATIENCE_SECONDS, TimeUnit.SECONDS);
        connected.take();
        return Locks.of(name -> mutex(client, name, RawLimit.owner()), () -> {
            client.shutdown();
            loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).syncUninterruptibly();
        });
    }

    private static Mutex mutex(AsciiMemcacheClient<String> client, String name, String owner) {
        int seconds = (int) TimeUnit.MILLISECONDS.toSeconds(RawLimit.LEASE_MILLIS);
        return RawLimit.polling(
                name, () -> isDone(client.add(name, owner, seconds)), () -> isDone(client.delete(name)));
    }

    private static boolean isDone(CompletionStage<MemcacheStatus> stage) {
        return stage.toCompletableFuture().join() == MemcacheStatus.OK;
    }
}
