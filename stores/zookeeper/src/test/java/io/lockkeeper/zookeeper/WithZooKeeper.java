package io.lockkeeper.zookeeper;

import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;

/** A server for each test, clients of it, and a look at its nodes. */
abstract class WithZooKeeper implements StoreFixture {

    final ZooKeeperServer server;

    WithZooKeeper(String... options) {
        server = ZooKeeperServer.start(options);
    }

    @Override
    public Store open() {
        return open(server.url());
    }

    static ZooKeeperStore open(String url) {
        return ZooKeeperStore.connect(StoreAddress.parse(url));
    }

    /** What stands in a lock's line. */
    List<String> nodes(String name) {
        return children(new Layout("").lock(name));
    }

    /** The children of a node, as another client sees them; none if it is not there. */
    List<String> children(String path) {
        try {
            ZooKeeper zk = new ZooKeeper("127.0.0.1:" + server.port(), 10_000, event -> {});
            try {
                return zk.getChildren(path, false);
            } finally {
                zk.close();
            }
        } catch (KeeperException.NoNodeException none) {
            return List.of();
        } catch (Exception failure) {
            throw new AssertionError("The nodes of " + path + " can't be seen.", failure);
        }
    }

    /** One of the server's counters. */
    long count(String name) {
        return Long.parseLong(String.valueOf(server.statistics().get(name)));
    }

    @AfterEach
    void stopServer() {
        server.close();
    }
}
