package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisAccessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Nested
    class FromMaven extends Access {
        @Override
        RedisBinary binary() {
            return RedisBinary.fromMaven();
        }
    }

    @Nested
    @RequiresRedisOnPath
    class OnPath extends Access {
        @Override
        RedisBinary binary() {
            return RedisBinary.onPath().orElseThrow();
        }
    }

    @Test
    void the_certificate_is_for_loopback_addresses() throws Exception {
        try (var pem = Files.newInputStream(TlsIdentity.shared().certificatePem())) {
            var certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
            assertThat(certificate.getSubjectAlternativeNames().toString()).contains("localhost", "127.0.0.1");
        }
    }

    /** Who is let in, whichever the binary. */
    abstract static class Access {
        abstract RedisBinary binary();

        @Test
        void a_password_is_demanded() {
            try (RedisServer redis = RedisServer.configure()
                            .binary(binary())
                            .password("secret")
                            .start();
                    RespConnection stranger = RespConnection.open(redis.port(), PATIENCE)) {
                assertThat(redis.url()).isEqualTo("redis://:secret@127.0.0.1:" + redis.port());
                assertThat(redis.exec("PING")).isEqualTo("PONG");
                assertThatThrownBy(() -> stranger.exec("PING"))
                        .isInstanceOf(JedisDataException.class)
                        .hasMessageStartingWith("NOAUTH");
            }
        }

        @Test
        void a_user_may_do_what_its_rules_say() {
            try (RedisServer redis = RedisServer.configure()
                            .binary(binary())
                            .password("secret")
                            .user("app", "on >word ~lock:* +@all")
                            .start();
                    RespConnection app = RespConnection.open(redis.port(), PATIENCE)) {
                assertThat(app.exec("AUTH", "app", "word")).isEqualTo("OK");
                assertThat(app.exec("SET", "lock:a", "value")).isEqualTo("OK");
                assertThatThrownBy(() -> app.exec("SET", "other", "value")).hasMessageStartingWith("NOPERM");
                assertThat(redis.exec("GET", "lock:a")).isEqualTo("value");
            }
        }

        @Test
        void tls_is_spoken_and_nothing_else() {
            try (RedisServer redis =
                    RedisServer.configure().binary(binary()).tls().start()) {
                assertThat(redis.url()).startsWith("rediss://127.0.0.1:");
                assertThat(redis.exec("PING")).isEqualTo("PONG");
                redis.kill();
                redis.restart();
                assertThat(redis.exec("PING")).isEqualTo("PONG");
                try (RespConnection plain = RespConnection.open(redis.port(), PATIENCE)) {
                    assertThatThrownBy(() -> plain.exec("PING")).isInstanceOf(UncheckedIOException.class);
                }
            }
        }

        @Test
        void mutual_tls_and_a_password_let_a_known_client_in() {
            try (RedisServer redis = RedisServer.configure()
                            .binary(binary())
                            .mutualTls()
                            .password("secret")
                            .start();
                    RedisServer replica = RedisServer.configure()
                            .binary(binary())
                            .mutualTls()
                            .replicaOf(redis)
                            .start()) {
                assertThat(redis.exec("SET", "name", "value")).isEqualTo("OK");
                Await.until("the copy", PATIENCE, () -> "value".equals(replica.exec("GET", "name")));
            }
        }
    }
}
