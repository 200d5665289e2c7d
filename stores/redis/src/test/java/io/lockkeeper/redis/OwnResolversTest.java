package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import io.lockkeeper.StoreUnavailableException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that the program finds in a way of its own. */
class OwnResolversTest {

    /** Where nothing listens. */
    private static final int CLOSED = 1;

    private final ClientResources resources =
            ClientResources.builder().socketAddressResolver(new Mapped()).build();

    @Test
    void what_java_finds_by_the_name_explains_nothing() {
        RedisURI uri = RedisURI.create("redis.invalid", 6379);
        assertThatThrownBy(() -> RedisStore.connect(uri, RedisSettings.defaults(), resources))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("redis.invalid:6379")
                .message()
                .doesNotContain("unknown");
    }

    @AfterEach
    void stop() {
        resources.shutdown().syncUninterruptibly();
    }

    private static final class Mapped extends SocketAddressResolver {
        @Override
        public SocketAddress resolve(RedisURI uri) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), CLOSED);
        }
    }
}
