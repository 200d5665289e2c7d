package io.lockkeeper.curator;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.zookeeper.ZooKeeperStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;

/** On frameworks that the application has: their sessions hold the locks, and nobody closes them but the application. */
class FrameworkMutexTest extends InterProcessLockPromises {

    private static final int SESSION = 10_000;

    private final ZooKeeperServer server = ZooKeeperServer.start();
    private final List<CuratorFramework> frameworks = new ArrayList<>();

    @Override
    LockClient open() {
        return ZooKeeperStore.client(framework(server.port()));
    }

    @Override
    LockClient openElsewhere() {
        return LockClient.connect(server.url());
    }

    @Override
    void stop() {
        frameworks.forEach(CuratorFramework::close);
        server.close();
    }

    private CuratorFramework framework(int port) {
        CuratorFramework framework =
                CuratorFrameworkFactory.newClient("127.0.0.1:" + port, SESSION, 6_000, new RetryOneTime(100));
        framework.start();
        frameworks.add(framework);
        return framework;
    }

    @Test
    void theFrameworkOutlivesTheLocksAndTheirClient() throws Exception {
        CuratorFramework framework = framework(server.port());
        try (LockClient own = ZooKeeperStore.client(framework)) {
            LockkeeperMutex mutex = new LockkeeperMutex(own, path());
            mutex.acquire();
            mutex.release();
        }

        assertThat(framework.getState()).isEqualTo(CuratorFrameworkState.STARTED);
        assertThat(framework.checkExists().forPath("/")).isNotNull();
    }

    @Test
    void aLockIsLostWithTheSessionAndTheNextWaiterHasIt() throws Exception {
        CuratorFramework framework = framework(server.port());
        try (LockClient own = ZooKeeperStore.client(framework)) {
            String path = path();
            LockkeeperMutex lost = new LockkeeperMutex(own, path);
            lost.acquire();
            CompletableFuture<Boolean> next = CompletableFuture.supplyAsync(() -> {
                try {
                    LockkeeperMutex mutex = new LockkeeperMutex(own, path);
                    mutex.acquire();
                    mutex.release();
                    return true;
                } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                }
            });
            framework.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();

            assertThat(next.get(60, SECONDS)).isTrue();
            assertThat(lost.isAcquiredInThisProcess()).isFalse();
            assertThatCode(lost::release).doesNotThrowAnyException();
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsALossOfTheConnection() throws Exception {
        try (TcpProxy network = server.proxy()) {
            CuratorFramework framework = framework(network.port());
            try (LockClient distant = ZooKeeperStore.client(framework)) {
                LockkeeperMutex mutex = new LockkeeperMutex(distant, path());
                network.cut();
                Await.until(
                        "the framework has noticed",
                        PATIENCE,
                        () -> !framework.getZookeeperClient().isConnected());

                assertThatThrownBy(() -> mutex.acquire(100, MILLISECONDS))
                        .isInstanceOf(KeeperException.ConnectionLossException.class);
                network.heal();

                assertThat(mutex.acquire(60, SECONDS)).isTrue();
                mutex.release();
            }
        }
    }
}
