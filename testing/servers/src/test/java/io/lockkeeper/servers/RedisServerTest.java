package io.lockkeeper.servers;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    @Test
    void the_binary_from_maven_starts() {
        try (RedisServer redis =
                RedisServer.configure().binary(RedisBinary.fromMaven()).start()) {
            assertThat(redis.version()).isEqualTo("6.2.11");
            assertThat(redis.info("server")).containsEntry("redis_version", "6.2.11");
            assertThat(redis.exec("SET", "name", "value")).isEqualTo("OK");
            assertThat(redis.exec("GET", "name")).isEqualTo("value");
        }
    }

    @Test
    @RequiresRedisOnPath
    void the_binary_on_the_path_starts() {
        RedisBinary binary = RedisBinary.onPath().orElseThrow();
        try (RedisServer redis = RedisServer.configure().binary(binary).start()) {
            assertThat(redis.info("server")).containsEntry("redis_version", binary.version());
        }
    }

    @Test
    void the_preferred_binary_is_the_default() {
        try (RedisServer redis = RedisServer.start()) {
            assertThat(RedisBinary.preferred().version()).isEqualTo(redis.version());
            assertThat(RedisBinary.preferred().isAtLeast("6.2.11")).isTrue();
            assertThat(RedisBinary.preferred().isAtLeast("6.2.2")).isTrue();
            assertThat(RedisBinary.preferred().isAtLeast("1000.0")).isFalse();
        }
    }

    @Test
    void a_paused_server_does_not_answer_until_it_is_resumed() {
        try (RedisServer redis = RedisServer.start();
                RespConnection connection = redis.connect(SHORT)) {
            redis.pause();
            assertThat(redis.process().isAlive()).isTrue();
            assertThatThrownBy(() -> connection.exec("PING")).isInstanceOf(UncheckedIOException.class);
            redis.resume();
            assertThat(redis.exec("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void a_killed_server_restarts_on_the_same_port_and_has_forgotten_all() {
        try (RedisServer redis = RedisServer.start()) {
            redis.exec("SET", "name", "value");
            long before = redis.process().pid();
            redis.kill();
            assertThat(redis.process().isAlive()).isFalse();
            assertThatThrownBy(() -> redis.exec("PING")).isInstanceOf(UncheckedIOException.class);
            redis.restart();
            assertThat(redis.process().pid()).isNotEqualTo(before);
            assertThat(redis.exec("GET", "name")).isNull();
        }
    }

    @Test
    void an_append_only_server_keeps_its_data_over_a_kill() {
        try (RedisServer redis = RedisServer.configure().appendOnly().start()) {
            redis.exec("SET", "name", "value");
            redis.kill();
            redis.restart();
            assertThat(redis.exec("GET", "name")).isEqualTo("value");
        }
    }

    @Test
    void a_restart_returns_when_the_data_is_loaded() {
        long keys = 4_000;
        try (RedisServer redis = RedisServer.configure()
                .appendOnly()
                .option("key-load-delay", "100")
                .start()) {
            redis.exec("EVAL", "for i = 1, ARGV[1] do redis.call('set', 'key' .. i, 'value') end", "0", "" + keys);
            redis.kill();
            redis.restart();
            assertThat(redis.exec("DBSIZE")).isEqualTo(keys);
        }
    }

    @Test
    void a_paused_server_can_be_stopped_restarted_and_killed() {
        try (RedisServer redis = RedisServer.start()) {
            redis.pause();
            redis.stop();
            assertThat(redis.process().log()).contains("User requested shutdown");
            redis.restart();
            redis.pause();
            redis.restart();
            redis.pause();
            redis.kill();
            assertThat(redis.process().isAlive()).isFalse();
            assertThatThrownBy(redis::pause)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("137");
        }
    }

    @Test
    void commands_are_counted_without_those_of_the_handle_itself() {
        try (RedisServer redis = RedisServer.configure().password("secret").start()) {
            redis.exec("SET", "before", "value");
            redis.resetStats();
            redis.exec("SET", "name", "value");
            redis.exec("EVAL", "redis.call('get', KEYS[1]) return redis.call('get', KEYS[1])", "1", "name");
            assertThat(redis.commandStats())
                    .containsOnlyKeys("set", "eval", "get")
                    .containsEntry("set", 1L)
                    .containsEntry("eval", 1L)
                    .containsEntry("get", 2L);
        }
    }

    @Test
    void a_full_server_refuses_writes() {
        try (RedisServer redis =
                RedisServer.configure().maxMemory("1mb", "noeviction").start()) {
            assertThatThrownBy(() -> redis.exec("SET", "name", "x".repeat(2_000_000)))
                    .satisfiesAnyOf(
                            e -> assertThat(e).hasMessageContaining("OOM"),
                            e -> assertThat(redis.exec("STRLEN", "name")).isEqualTo(0L));
        }
    }

    @Test
    void a_replica_has_the_data_and_refuses_writes() {
        try (RedisServer primary = RedisServer.configure().password("secret").start()) {
            primary.exec("SET", "name", "value");
            try (RedisServer replica =
                    RedisServer.configure().replicaOf(primary).start()) {
                assertThat(replica.exec("GET", "name")).isEqualTo("value");
                assertThatThrownBy(() -> replica.exec("SET", "name", "other"))
                        .isInstanceOf(JedisDataException.class)
                        .hasMessageStartingWith("READONLY");
            }
        }
    }

    @Test
    void eight_servers_start_at_once_on_different_ports() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<RedisServer> servers = new ArrayList<>();
        try {
            List<Future<RedisServer>> starts = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                starts.add(threads.submit(() -> RedisServer.start()));
            }
            for (Future<RedisServer> start : starts) {
                servers.add(start.get(60, SECONDS));
            }
            assertThat(servers).extracting(RedisServer::port).doesNotHaveDuplicates();
            assertThat(servers)
                    .allSatisfy(redis -> assertThat(redis.exec("PING")).isEqualTo("PONG"));
        } finally {
            servers.forEach(RedisServer::close);
            threads.shutdownNow();
        }
    }

    @Test
    void a_server_that_cannot_start_says_why() {
        assertThatThrownBy(() ->
                        RedisServer.configure().option("no-such-directive", "1").start())
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("exit code 1")
                .hasMessageContaining("no-such-directive");
    }

    @Test
    void a_closed_server_leaves_no_files() {
        RedisServer redis = RedisServer.configure().appendOnly().start();
        redis.close();
        redis.close();
        assertThat(redis.process().directory()).doesNotExist();
    }
}
