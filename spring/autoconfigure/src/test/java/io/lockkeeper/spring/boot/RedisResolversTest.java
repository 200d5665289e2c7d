package io.lockkeeper.spring.boot;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RedisServer;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** An application that finds its Redis in a way of its own. Java knows no address of the host. */
class RedisResolversTest {

    private static final String HOST = "redis.invalid";

    private final RedisServer redis = RedisServer.start();

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void by_names_that_are_looked_up_elsewhere() {
        both(ClientResources.builder().addressResolverGroup(new Names()).build(), redis.port());
    }

    @Test
    void by_addresses_of_hosts() {
        SocketAddressResolver resolver =
                SocketAddressResolver.create(host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
        both(ClientResources.builder().socketAddressResolver(resolver).build(), redis.port());
    }

    @Test
    void by_addresses_that_are_mapped() {
        SocketAddressResolver resolver = new Mapped(redis.port());
        both(ClientResources.builder().socketAddressResolver(resolver).build(), 1);
    }

    private static void both(ClientResources resources, int port) {
        LettuceClientConfiguration client =
                LettuceClientConfiguration.builder().clientResources(resources).build();
        Boots.runner()
                .withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(new RedisStandaloneConfiguration(HOST, port), client))
                .run(context -> SharedResourcesTest.locks(context.getBean(LockClient.class)));
        Boots.runner()
                .withBean(RedisClient.class, () -> RedisClient.create(resources, RedisURI.create(HOST, port)))
                .run(context -> SharedResourcesTest.locks(context.getBean(LockClient.class)));
        resources.shutdown().syncUninterruptibly();
    }

    /** Finds each host on this machine. */
    private static final class Names extends AddressResolverGroup<InetSocketAddress> {
        @Override
        protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
            return new InetNameResolver(executor) {
                @Override
                protected void doResolve(String name, Promise<InetAddress> promise) {
                    promise.setSuccess(InetAddress.getLoopbackAddress());
                }

                @Override
                protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
                    promise.setSuccess(List.of(InetAddress.getLoopbackAddress()));
                }
            }.asAddressResolver();
        }
    }

    /** Finds each server at another port of this machine. */
    private static final class Mapped extends SocketAddressResolver {
        private final int port;

        Mapped(int port) {
            this.port = port;
        }

        @Override
        public SocketAddress resolve(RedisURI uri) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
    }
}
