package io.lockkeeper.bench.contestants;

import com.spotify.folsom.AsciiMemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import com.spotify.folsom.MemcacheStatus;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * The least that two round trips can cost: add an item, and delete it, be it whose it may by then.
 *
 * <p>No owner, no renewal, no re-entry, no order, no token, no care about lost replies. Who finds the lock held tries again
 * after {@link RawMutex#RETRY_NANOS}.
 */
public final class RawItems implements OnMemcached {
    private static final int PATIENCE_SECONDS = 10;
    private static final int LEASE_SECONDS = 30;

    @Override
    public String name() {
        return "raw-limit";
    }

    @Override
    public Locks open(String url) {
        URI server = URI.create(url);
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        AsciiMemcacheClient<String> client = MemcacheClientBuilder.newStringClient()
                .withAddress(server.getHost(), server.getPort())
                .withReplyExecutor(null)
                .withChannelClass(NioSocketChannel.class)
                .withEventLoopGroup(loop)
                .connectAscii();
        awaitConnection(client);
        String process = UUID.randomUUID().toString();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return new RawItem(client, name, process);
            }

            @Override
            public void close() {
                client.shutdown();
                loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).syncUninterruptibly();
            }
        };
    }

    private static void awaitConnection(AsciiMemcacheClient<String> client) {
        try {
            client.awaitConnected(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("memcached cannot be reached", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** One lock. */
    private record RawItem(AsciiMemcacheClient<String> client, String name, String owner) implements Mutex {

        @Override
        public void lock() {
            while (answer(client.add(name, owner, LEASE_SECONDS)) != MemcacheStatus.OK) {
                LockSupport.parkNanos(RawMutex.RETRY_NANOS);
            }
        }

        @Override
        public void unlock() {
            if (answer(client.delete(name)) != MemcacheStatus.OK) {
                throw new IllegalMonitorStateException(name + " was not held");
            }
        }

        private static MemcacheStatus answer(CompletionStage<MemcacheStatus> stage) {
            return stage.toCompletableFuture().join();
        }
    }
}
