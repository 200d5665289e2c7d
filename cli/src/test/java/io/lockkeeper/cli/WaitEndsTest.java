package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.ZooKeeperServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A wait ends when it was to end, whatever the store does, and says that the store did not answer. */
final class WaitEndsTest {
    /** For two starts of a JVM on a busy machine. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** The kernel accepts the connection, and nobody ever reads what is sent. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://%s",
                "zk://%s",
                "etcd://%s",
                "memcached://%s",
                "jdbc:postgresql://%s/db?user=ann",
                "jdbc:mariadb://%s/db?user=ann"
            })
    void whoDoesNotWaitDoesNotWaitForASilentServerEither(String url) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            long began = System.nanoTime();
            String store = String.format(url, "127.0.0.1:" + silent.getLocalPort());
            try (Lockkeeper run = Lockkeeper.ended(store, "run", "-n", "a", "--", "true")) {
                assertThat(run.code()).as(run.err()).isEqualTo(69);
                assertThat(run.err()).contains("127.0.0.1:" + silent.getLocalPort());
                assertThat(since(began)).isLessThan(Connection.SHORTEST_PATIENCE.plus(SLACK));
            }
        }
    }

    @Test
    void aRedisThatFallsSilentEndsNoWaitLate() throws Exception {
        assertThatAWaitEnds(RedisServer.start());
    }

    @Test
    void aPostgreSqlThatFallsSilentEndsNoWaitLate() throws Exception {
        assertThatAWaitEnds(PostgresServer.start());
    }

    @Test
    @RequiresMariaDb
    void aMariaDbThatFallsSilentEndsNoWaitLate() throws Exception {
        assertThatAWaitEnds(MariaDbServer.start());
    }

    @Test
    void aZooKeeperThatFallsSilentEndsNoWaitLate() throws Exception {
        assertThatAWaitEnds(ZooKeeperServer.start());
    }

    @Test
    @RequiresEtcd
    void anEtcdThatFallsSilentEndsNoWaitLate() throws Exception {
        assertThatAWaitEnds(EtcdServer.start());
    }

    @Test
    @RequiresMemcached
    void aMemcachedThatFallsSilentEndsNoWaitLate() throws Exception {
        assertThatAWaitEnds(MemcachedServer.start());
    }

    private static void assertThatAWaitEnds(LoopbackServer server) throws Exception {
        Duration wait = Duration.ofSeconds(5);
        try (server;
                TcpProxy network = server.proxy();
                Lockkeeper holder = Lockkeeper.start(server.url(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                        .says("held")) {
            long began = System.nanoTime();
            try (Lockkeeper run = Lockkeeper.start(
                    server.url(network), "run", "-v", "--wait", wait.toSeconds() + "s", "a", "--", "true")) {
                run.complains("waiting for 'a' ");
                network.freeze();
                assertThat(run.code()).as(run.err()).isEqualTo(69);
                assertThat(since(began)).isBetween(wait, wait.plus(SLACK));
                assertThat(run.err()).doesNotContain("could not be acquired");
                assertThat(holder.isAlive()).isTrue();
            }
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
