package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.servers.ZooKeeperServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that can't be used is told apart by why: one sentence with host and port that says what to check. */
@Execution(ExecutionMode.CONCURRENT)
final class UnreachableStoresTest {
    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    /** The schemes, and what follows the server in a URL. */
    @ParameterizedTest
    @CsvSource({
        "redis,",
        "rediss,",
        "etcd,",
        "etcds,",
        "zk,",
        "zks,",
        "memcached,",
        "memcacheds,",
        "jdbc:postgresql,/db?user=ann",
        "jdbc:mariadb,/db?user=ann"
    })
    void anUnknownHostARefusalAndSilenceAreToldApart(String scheme, String rest) throws Exception {
        String end = rest == null ? "" : rest;
        int nowhere = FreePorts.take();
        assertThatItFails(
                scheme + "://no-such-host.invalid" + end,
                "can't be reached: the host name 'no-such-host.invalid' is unknown. Check the name in the address.");
        assertThatItFails(
                scheme + "://127.0.0.1:" + nowhere + end,
                "can't be reached: 127.0.0.1:" + nowhere
                        + " refused the connection. Check the port, and whether the server runs.");
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String server = "127.0.0.1:" + silent.getLocalPort();
            assertThatItFails(scheme + "://" + server + end, server, "gives no answer: it accepts connections");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "etcd,etcd,",
        "zk,ZooKeeper,",
        "memcached,memcached,",
        "jdbc:postgresql,PostgreSQL,/db?user=ann",
        "jdbc:mariadb,MariaDB,/db?user=ann"
    })
    void anotherKindOfServerIsRecognized(String scheme, String product, String rest) throws Exception {
        assertThatItFails(
                scheme + "://127.0.0.1:" + redis.port() + (rest == null ? "" : rest),
                "is not " + product + ": what answers on this port is Redis. Check host and port in the address.");
    }

    @Test
    @RequiresEtcd
    void etcdIsRecognized() throws Exception {
        try (EtcdServer server = EtcdServer.start()) {
            assertThatRedisIsNot(server, "etcd");
            assertThatItSpeaksNoTls("etcd", server);
        }
    }

    @Test
    void zooKeeperIsRecognized() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            assertThatRedisIsNot(server, "ZooKeeper");
            assertThatItSpeaksNoTls("zk", server);
        }
    }

    @Test
    @RequiresMemcached
    void memcachedIsRecognized() throws Exception {
        try (MemcachedServer server = MemcachedServer.start()) {
            assertThatRedisIsNot(server, "memcached");
            assertThatItSpeaksNoTls("memcached", server);
        }
    }

    @Test
    void postgreSqlIsRecognized() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            assertThatRedisIsNot(server, "PostgreSQL");
        }
    }

    @Test
    @RequiresMariaDb
    void mariaDbIsRecognized() throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            assertThatRedisIsNot(server, "MariaDB or MySQL");
        }
    }

    @Test
    void redisWithoutTlsIsRecognized() throws Exception {
        assertThatItSpeaksNoTls("redis", redis);
    }

    @Test
    void redisWithTlsIsRecognized() throws Exception {
        try (RedisServer server = RedisServer.configure().tls().start()) {
            assertThatItFails(
                    "redis://127.0.0.1:" + server.port(),
                    "127.0.0.1:" + server.port() + " speaks TLS on this port. Use rediss://, or the port without TLS.");
            assertThatItFails("rediss://127.0.0.1:" + server.port(), "the TLS handshake failed (");
        }
    }

    @Test
    @RequiresEtcd
    void etcdWithTlsIsRecognized() throws Exception {
        try (EtcdServer server = EtcdServer.startWithTls()) {
            assertThatItFails("etcd://127.0.0.1:" + server.port(), "speaks TLS on this port. Use etcds://");
            assertThatItFails("etcds://127.0.0.1:" + server.port(), "the TLS handshake failed (");
        }
    }

    @Test
    @RequiresMemcached
    void memcachedWithTlsIsRecognized() throws Exception {
        try (MemcachedServer server = MemcachedServer.startWithTls()) {
            assertThatItFails("memcached://127.0.0.1:" + server.port(), "speaks TLS on this port. Use memcacheds://");
            assertThatItFails(
                    "memcacheds://127.0.0.1:" + server.port(), "can't be reached over TLS. Check which certif");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://%s", "redis://:wrong@%s", "redis://ann:wrong@%s"})
    void aWrongLoginOfRedisIsRefusedWithAdvice(String url) throws Exception {
        try (RedisServer server = RedisServer.configure().password("right").start()) {
            assertThatItFails(
                    String.format(url, "127.0.0.1:" + server.port()),
                    "Redis at 127.0.0.1:" + server.port() + " refused: ",
                    "user and password");
        }
    }

    /** Whose answer ends with a question mark. */
    @Test
    void aPasswordForARedisWithoutOneIsRefusedInASentence() throws Exception {
        assertThatItFails("redis://:some@127.0.0.1:" + redis.port(), " refused: ", "configuration is correct?\n");
    }

    private static void assertThatRedisIsNot(LoopbackServer server, String product) throws Exception {
        assertThatItFails(
                "redis://127.0.0.1:" + server.port(),
                "127.0.0.1:" + server.port() + " is not Redis: what answers on this port is " + product
                        + ". Check host and port in the address.");
    }

    private static void assertThatItSpeaksNoTls(String scheme, LoopbackServer server) throws Exception {
        assertThatItFails(
                scheme + "s://127.0.0.1:" + server.port(),
                "127.0.0.1:" + server.port() + " does not speak TLS on this port. Use " + scheme + "://");
    }

    static void assertThatItFails(String store, String... complaints) throws Exception {
        try (Lockkeeper run = Lockkeeper.ended(store, "run", "a", "--", "true")) {
            assertThat(run.err()).as(store).contains(complaints).hasLineCount(1);
            assertThat(run.code()).isEqualTo(69);
            assertThat(run.err()).doesNotContain("wrong@");
        }
    }
}
