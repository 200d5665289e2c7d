package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SslOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What is taken over from an application's Redis connections, and what is refused. */
class RedisSettingsTest {

    private static final LettuceClientConfiguration PLAIN = LettuceClientConfiguration.defaultConfiguration();

    @Test
    void the_password_and_the_database_are_taken_over() {
        try (RedisServer redis = RedisServer.configure().password("se:cret@").start()) {
            RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
            server.setPassword("se:cret@");
            server.setDatabase(3);
            with(server, PLAIN).run(context -> SharedResourcesTest.locks(context.getBean(LockClient.class)));
        }
    }

    @Test
    void sentinel_is_refused() {
        refused(new RedisSentinelConfiguration().master("m").sentinel("127.0.0.1", 1), PLAIN, "uses Sentinel");
    }

    @Test
    void a_cluster_is_refused() {
        refused(new RedisClusterConfiguration(List.of("127.0.0.1:1")), PLAIN, "uses a Redis cluster");
    }

    @Test
    void a_primary_with_replicas_is_refused() {
        refused(
                new RedisStaticMasterReplicaConfiguration("127.0.0.1", 1),
                PLAIN,
                "has a RedisStaticMasterReplicaConfiguration");
    }

    @Test
    void a_socket_file_is_refused() {
        refused(new RedisSocketConfiguration("/tmp/none"), PLAIN, "has a RedisSocketConfiguration");
    }

    @Test
    void a_choice_among_replicas_is_refused() {
        LettuceClientConfiguration client =
                LettuceClientConfiguration.builder().readFrom(ReadFrom.REPLICA).build();
        refused(new RedisStandaloneConfiguration("127.0.0.1", 1), client, "ReadFrom");
    }

    @Test
    void certificates_of_the_applications_own_are_refused(@TempDir Path folder) throws IOException {
        File certificates = Files.createFile(folder.resolve("ca.pem")).toFile();
        SslOptions own = SslOptions.builder().trustManager(certificates).build();
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .clientOptions(ClientOptions.builder().sslOptions(own).build())
                .useSsl()
                .build();
        refused(new RedisStandaloneConfiguration("127.0.0.1", 1), client, "certificates of its own");
    }

    @Test
    void an_ssl_bundle_is_refused() {
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .clientOptions(
                        ClientOptions.builder().sslOptions(SslOptions.create()).build())
                .useSsl()
                .build();
        with(new RedisStandaloneConfiguration("127.0.0.1", 1), client)
                .withPropertyValues("spring.data.redis.ssl.enabled=true", "spring.data.redis.ssl.bundle=mine")
                .run(context -> assertThat(Failures.of(context)).hasMessageContaining("an SSL bundle"));
    }

    @Test
    void tls_with_the_jvms_certificates_is_taken_over() {
        try (RedisServer redis = RedisServer.start()) {
            LettuceClientConfiguration client =
                    LettuceClientConfiguration.builder().useSsl().build();
            // The server does not speak TLS: that it fails shows that TLS was asked for.
            with(new RedisStandaloneConfiguration("127.0.0.1", redis.port()), client)
                    .run(context -> assertThat(Failures.of(context)).hasMessageContaining("can't be reached"));
        }
    }

    @Test
    void a_client_of_several_servers_is_refused() {
        Boots.runner()
                .withBean(RedisClient.class, () -> RedisClient.create())
                .run(context -> assertThat(Failures.of(context))
                        .hasMessageContaining("created without the address of one server"));
    }

    private static void refused(RedisConfiguration server, LettuceClientConfiguration client, String why) {
        with(server, client)
                .run(context -> assertThat(Failures.of(context))
                        .hasMessageContaining(why)
                        .hasMessageContaining("Set the address of one Redis server"));
    }

    private static ApplicationContextRunner with(RedisConfiguration server, LettuceClientConfiguration client) {
        return Boots.runner()
                .withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(server, client),
                        definition -> definition.setLazyInit(true));
    }
}
