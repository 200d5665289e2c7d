package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewerServersTest {

    @RequiresNewer("valkey-8")
    @ParameterizedTest
    @ValueSource(strings = {"valkey-8", "valkey-9", "redis-8"})
    void servers_that_speak_as_redis_does_start(String name) {
        RedisBinary binary = RedisBinary.newer(name);
        try (RedisServer server = RedisServer.configure().binary(binary).start()) {
            assertThat(binary.isAtLeast("8.0")).isTrue();
            Map<String, String> info = server.info("server");
            assertThat(info.getOrDefault("valkey_version", info.get("redis_version")))
                    .isEqualTo(server.version());
            server.kill();
            server.restart();
            assertThat(server.exec("PING")).isEqualTo("PONG");
        }
    }

    @Test
    @RequiresNewer("etcd")
    void etcd_starts() {
        try (EtcdServer server = EtcdServer.start(Installation.newer("etcd"))) {
            assertThat(server.version()).matches("3\\.([5-9]|\\d\\d)\\.\\d+");
        }
    }

    @Test
    @RequiresNewer("memcached")
    void memcached_starts() {
        try (MemcachedServer server = MemcachedServer.start(Installation.newer("memcached"))) {
            assertThat(server.exec("version").get(0)).matches("VERSION 1\\.6\\.\\d\\d");
        }
    }

    @Test
    @RequiresNewer("mariadb")
    void mariadb_starts() throws IOException {
        try (MariaDbServer server = MariaDbServer.start(Installation.newer("mariadb"), "--max-connections=20")) {
            assertThat(greeting(server)).containsPattern("1[1-9]\\.\\d+\\.\\d+-MariaDB");
            server.stop();
            server.restart();
            assertThat(greeting(server)).contains("MariaDB");
        }
    }

    @Test
    @RequiresNewer("mysql")
    void mysql_starts() throws IOException {
        try (MySqlServer server = MySqlServer.start("--max-connections=20")) {
            assertThat(greeting(server))
                    .containsPattern("(9|\\d\\d)\\.\\d+\\.\\d+")
                    .doesNotContain("MariaDB");
            server.stop();
            server.restart();
            assertThat(greeting(server)).contains("caching_sha2_password");
        }
    }

    @Test
    @RequiresNewer("pgbouncer")
    void pgbouncer_starts_before_postgresql() {
        try (PostgresServer postgres = PostgresServer.start();
                PgBouncer pool = PgBouncer.before(postgres, "pool_mode=transaction")) {
            assertThat(pool.url()).contains(":" + pool.port() + "/postgres?user=lockkeeper");
            assertThat(pool.process().log()).contains("process up");
        }
    }

    /** The first packet that a server sends, with its version in plain text. */
    private static String greeting(LoopbackServer server) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            byte[] packet = new byte[200];
            int length = socket.getInputStream().read(packet);
            return new String(packet, 0, length, ISO_8859_1);
        }
    }
}
