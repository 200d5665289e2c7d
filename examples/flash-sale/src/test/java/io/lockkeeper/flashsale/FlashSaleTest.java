package io.lockkeeper.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.servers.RequiresRedisOnPath;
import io.lockkeeper.servers.ZooKeeperServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The whole sale, with real processes. */
class FlashSaleTest {

    private static final Options SMALL =
            Options.defaults().withProcesses(2).withThreads(3).withOrders(600);

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);

    @Test
    void onFilesNobodyGetsInWhileTheHolderIsStopped() throws Exception {
        assertThat(FlashSale.run(SMALL, out)).as(story()).isZero();
        assertThat(story())
                .contains("OVERSOLD: 5 sold of 4")
                .contains("Right: one order got its items")
                .contains("the customer gave up waiting")
                .contains("Right, not one too many, not one lost: 600 sold of 600");
    }

    @Test
    @RequiresRedisOnPath
    void onRedisTheLateWriteOfAStoppedHolderIsRefused() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            assertThat(FlashSale.run(redis.url(), SMALL, out)).as(story()).isZero();
        }
        assertThat(story())
                .contains("OVERSOLD: 5 sold of 4")
                .contains("Right: one order got its items")
                .contains("the stock refuses the order")
                .contains("Right, not one too many, not one lost: 600 sold of 600");
    }

    /** It looks at its lease before it writes, which is all that can be done without tokens. */
    @Test
    @RequiresMemcached
    void onMemcachedAStoppedHolderFindsThatItsLeaseIsOver() throws Exception {
        try (MemcachedServer memcached = MemcachedServer.start()) {
            assertThat(FlashSale.run(memcached.url(), SMALL, out)).as(story()).isZero();
        }
        assertThat(story())
                .contains("OVERSOLD: 5 sold of 4")
                .contains("Right: one order got its items")
                .contains("holds the lock (without a token)")
                .contains("its lease is over, so it writes nothing")
                .contains("Right, not one too many, not one lost: 600 sold of 600");
    }

    @Test
    @RequiresEtcd
    void onEtcdTheLateWriteOfAStoppedHolderIsRefused() throws Exception {
        try (EtcdServer etcd = EtcdServer.start()) {
            assertThat(FlashSale.run(etcd.url() + "?ttl=3s", SMALL, out))
                    .as(story())
                    .isZero();
        }
        assertThat(story())
                .contains("the stock refuses the order")
                .contains("Right, not one too many, not one lost: 600 sold of 600");
    }

    @Test
    void onZooKeeperTheLateWriteOfAStoppedHolderIsRefused() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            assertThat(FlashSale.run(server.url() + "?session=2s", SMALL, out))
                    .as(story())
                    .isZero();
        }
        assertThat(story())
                .contains("Right: one order got its items")
                .contains("the stock refuses the order")
                .contains("Right, not one too many, not one lost: 600 sold of 600");
    }

    @Test
    void itsProcessesEndWithIt() throws Exception {
        assertThat(FlashSale.run(SMALL.withOrders(100), out)).as(story()).isZero();
        String pids = story().lines().findFirst().orElseThrow().replaceAll(".*processes ([0-9, ]+)\\..*", "$1");
        assertThat(Arrays.stream(pids.split(", ", -1)).map(Long::parseLong))
                .hasSize(2)
                .noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    }

    @Test
    void aStoreOfOneProcessIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlashSale.run("memory:sale", SMALL, out))
                .withMessageContaining("reach one process only");
    }

    @Test
    void anUnknownStoreIsAnArgumentThatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlashSale.run("carrier-pigeon:home", SMALL, out))
                .withMessageContaining("carrier-pigeon");
    }

    @Test
    void aStoreThatIsDownIsSaidToBe() throws Exception {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        assertThatThrownBy(() -> FlashSale.run("redis://localhost:" + nobody, SMALL, out))
                .isInstanceOf(StoreUnavailableException.class);
    }

    private String story() {
        return told.toString(StandardCharsets.UTF_8);
    }
}
