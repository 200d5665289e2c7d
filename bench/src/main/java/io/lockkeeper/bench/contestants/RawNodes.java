package io.lockkeeper.bench.contestants;

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

    @Override
    public String name() {
        return "raw-limit";
    }

    @Override
    public Locks open(String url) {
        RawSession session = new RawSession(OnZooKeeper.servers(url));
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                String path = "/raw-" + name;
                session.ask(client -> make(client, path));
                return new RawNode(session, path);
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private static boolean make(ZooKeeper client, String path) throws KeeperException, InterruptedException {
        try {
            client.create(path, RawNode.NOTHING, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            return true;
        } catch (NodeExistsException another) {
            return false; // Another process was as quick.
        }
    }
}
