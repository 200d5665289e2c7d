package io.lockkeeper.bench.contestants;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * Three requests by ZooKeeper's own client: make a numbered node, look who else did, and delete it. Who is not first waits
 * until the node before its own is gone.
 */
final class RawNodes {
    private static final byte[] NOTHING = {};

    private RawNodes() {}

    static Locks open(String url) {
        RawSession session = new RawSession(CuratorMutex.servers(url));
        return Locks.of(
                name -> {
                    String path = "/raw-" + name;
                    session.ask(client -> make(client, path));
                    return mutex(session, path, new ConcurrentHashMap<>());
                },
                session::close);
    }

    private static boolean make(ZooKeeper client, String path) throws KeeperException, InterruptedException {
        try {
            client.create(path, NOTHING, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            return true;
        } catch (NodeExistsException another) {
            return false; // Another process was as quick.
        }
    }

    private static Mutex mutex(RawSession session, String path, Map<Thread, String> held) {
        return Mutex.of(() -> held.put(Thread.currentThread(), session.ask(client -> take(client, path))), () -> {
            String own = held.remove(Thread.currentThread());
            if (own == null) {
                throw new IllegalMonitorStateException(path + " was not held");
            }
            session.ask(client -> {
                client.delete(own, -1);
                return own;
            });
        });
    }

    private static String take(ZooKeeper client, String path) throws KeeperException, InterruptedException {
        String made = client.create(path + "/n", NOTHING, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL_SEQUENTIAL);
        while (true) {
            List<String> all = client.getChildren(path, false).stream().sorted().toList();
            int place = all.indexOf(made.substring(path.length() + 1));
            if (place == 0) {
                return made;
            }
            CountDownLatch gone = new CountDownLatch(1);
            if (client.exists(path + "/" + all.get(place - 1), event -> gone.countDown()) != null) {
                gone.await();
            }
        }
    }
}
