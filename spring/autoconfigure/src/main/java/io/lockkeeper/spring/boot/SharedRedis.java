package io.lockkeeper.spring.boot;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.StoreAddress;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.StringUtils;

/**
 * Locks in the Redis of the application's connection factory: at the same address and with the same login, over connections of the
 * store's own. A setting that the store would not honour is refused: the locks must not be in another server than the application's.
 */
@Order(2)
final class SharedRedis implements SharedResource {

    private final Environment environment;

    SharedRedis(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String title() {
        return "RedisConnectionFactory";
    }

    @Override
    public Class<?> type() {
        return RedisConnectionFactory.class;
    }

    @Override
    public String scheme() {
        return "redis";
    }

    @Override
    public LockClient open(Object resource, StoreAddress address, io.lockkeeper.ClientOptions options) {
        if (!(resource instanceof LettuceConnectionFactory factory)) {
            throw refusal("is a " + resource.getClass().getName() + ", whose address can only be read from Lettuce's");
        }
        return RedisAddresses.open(uri(factory), factory.getClientResources(), address, options);
    }

    private RedisURI uri(LettuceConnectionFactory factory) {
        // Its getters give localhost:6379 for configurations that have no single host, so this is read instead.
        Object configuration = Peek.at(factory, LettuceConnectionFactory.class, "configuration");
        if (configuration instanceof RedisSentinelConfiguration) {
            throw refusal("uses Sentinel");
        }
        if (configuration instanceof RedisClusterConfiguration) {
            throw refusal("uses a Redis cluster");
        }
        if (!(configuration instanceof RedisStandaloneConfiguration server)) {
            throw refusal("does not connect to one host and port, but has a "
                    + (configuration == null
                            ? "configuration of its own"
                            : configuration.getClass().getSimpleName()));
        }
        LettuceClientConfiguration client = factory.getClientConfiguration();
        if (client.getReadFrom().isPresent()) {
            throw refusal("chooses between a primary and its replicas (ReadFrom)");
        }
        if (client.getRedisCredentialsProviderFactory().isPresent()) {
            throw refusal("has a provider of credentials");
        }
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(server.getHostName())
                .withPort(server.getPort())
                .withDatabase(server.getDatabase());
        if (factory.isUseSsl()) {
            checkEncryption(client);
            uri.withSsl(true).withVerifyPeer(client.getVerifyMode());
        }
        if (server.getPassword().isPresent()) {
            String user = StringUtils.hasText(server.getUsername()) ? server.getUsername() : null;
            uri.withAuthentication(
                    new StaticCredentialsProvider(user, server.getPassword().get()));
        }
        return uri.build();
    }

    private void checkEncryption(LettuceClientConfiguration client) {
        if (client.isStartTls()) {
            throw refusal("uses STARTTLS");
        }
        boolean plain = client.getClientOptions()
                .map(given -> given.getSslOptions() == ClientOptions.DEFAULT_SSL_OPTIONS)
                .orElse(true);
        boolean ofBoot = environment.getProperty("spring.data.redis.ssl.enabled", Boolean.class, false)
                || environment.getProperty("spring.data.redis.url", "").startsWith("rediss:");
        // Spring Boot sets the JVM's own certificates by an object that can't be told from others.
        if (StringUtils.hasText(environment.getProperty("spring.data.redis.ssl.bundle")) || !(plain || ofBoot)) {
            throw refusal("has certificates of its own (an SSL bundle, or SslOptions)");
        }
    }

    private static IllegalArgumentException refusal(String what) {
        return new IllegalArgumentException("The application's RedisConnectionFactory " + what
                + ", which the store for locks can't take over. Set the address of one Redis server, as in"
                + " redis://user:password@host:6379, or rediss://host:6379?cacert=/path/ca.pem for TLS.");
    }
}
