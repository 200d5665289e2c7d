package io.lockkeeper.redis;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisCredentialsProvider.ImmediateRedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.util.Optional;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;

/**
 * Opens connections on which a caller waits for the reply itself.
 *
 * @param dialer opens the sockets
 * @param config how to log in, and how long to wait
 */
record Plug(Dialer dialer, JedisClientConfig config) {

    /**
     * To the server that a URI names; empty if it is one that needs more than a socket, a password and a certificate, or if the
     * program brings another Jedis than ours.
     */
    static Optional<Plug> to(RedisURI uri, RedisSettings settings) {
        try {
            return suitable(uri, settings);
        } catch (LinkageError anotherJedis) {
            return Optional.empty();
        }
    }

    private static Optional<Plug> suitable(RedisURI uri, RedisSettings settings) {
        RedisCredentialsProvider login = uri.getCredentialsProvider();
        boolean direct = uri.getSocket() == null && uri.getSentinels().isEmpty() && !uri.isStartTls();
        boolean loginIsKnown = login == null || login instanceof ImmediateRedisCredentialsProvider;
        if (!direct || !loginIsKnown || (uri.isSsl() && uri.getVerifyMode() == SslVerifyMode.NONE)) {
            return Optional.empty();
        }
        int millis = Math.toIntExact(settings.timing().timeout().toMillis());
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .connectionTimeoutMillis(millis)
                .socketTimeoutMillis(millis)
                .database(uri.getDatabase());
        if (login instanceof ImmediateRedisCredentialsProvider known) {
            config.credentialsProvider(() -> credentials(known.resolveCredentialsNow()));
        }
        Dialer dialer = new Dialer(
                new HostAndPort(uri.getHost(), uri.getPort()),
                uri.isSsl() ? Optional.of(Dialer.trusting(settings.caCertificates())) : Optional.empty(),
                uri.getVerifyMode() == SslVerifyMode.FULL,
                millis);
        return Optional.of(new Plug(dialer, config.build()));
    }

    Connection connect() {
        return new Connection(dialer, config);
    }

    private static DefaultRedisCredentials credentials(RedisCredentials known) {
        return new DefaultRedisCredentials(
                known.hasUsername() ? known.getUsername() : null, known.hasPassword() ? known.getPassword() : null);
    }
}
