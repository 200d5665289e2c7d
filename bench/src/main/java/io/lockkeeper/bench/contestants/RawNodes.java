package io.lockkeeper.bench.contestants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * The least that three requests can cost by ZooKeeper's own client: make a numbered node, look who else did, and delete it.
 *
 * <p>No re-entry, no care about lost answers or sessions. Who is not first waits, all in one process together, until the node before its
 * own is gone.
 */
public final class RawNodes implements OnZooKeeper {

    private static final int SESSION_MILLIS = 30_000;

    @Override
    public String name() {
        return "raw-limit";
    }

    @Override
    public Locks open(String url) {
        ZooKeeper client = connect(url);
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                String path = "/raw-" + name;
                attempt(() -> make(client, path));
                return new RawNode(client, path);
            }

            @Override
            public void close() {
                attempt(client::close);
            }
        };
    }

    static void make(ZooKeeper client, String path) throws KeeperException, InterruptedException {
        try {
            client.create(path, RawNode.NOTHING, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        } catch (NodeExistsException another) {
            // Another process was as quick.
        }
    }

    private static ZooKeeper connect(String url) {
        CountDownLatch connected = new CountDownLatch(1);
        try {
            ZooKeeper client = new ZooKeeper(OnZooKeeper.servers(url), SESSION_MILLIS, event -> connected.countDown());
            attempt(connected::await);
            return client;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    interface Call {
        void run() throws KeeperException, InterruptedException;
    }

    static void attempt(Call call) {
        try {
            call.run();
        } catch (KeeperException failure) {
            throw new IllegalStateException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
