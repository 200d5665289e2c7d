package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads of connections go on while names are looked up. */
class NameLookupTest {

    private final EventExecutor connections = new DefaultEventExecutor();
    private final CountDownLatch answer = new CountDownLatch(1);

    @Test
    void a_name_server_that_does_not_answer_holds_no_connection_up() throws Exception {
        NameLookup lookup = new NameLookup(name -> {
            awaitAnswer();
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        });
        AddressResolver<InetSocketAddress> resolver = lookup.getResolver(connections);
        Future<InetSocketAddress> address = resolver.resolve(InetSocketAddress.createUnresolved("redis.example", 6379));
        connections.submit(() -> {}).get(30, TimeUnit.SECONDS);
        assertThat(address.isDone()).isFalse();
        answer.countDown();
        assertThat(address.get(30, TimeUnit.SECONDS).getAddress().isLoopbackAddress())
                .isTrue();
    }

    private void awaitAnswer() {
        try {
            answer.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        connections.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
