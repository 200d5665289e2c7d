package io.lockkeeper.bench.contestants;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** One lock of {@link RawNodes}. */
record RawNode(RawSession session, String path, Map<Thread, String> held) implements Mutex {

    static final byte[] NOTHING = {};

    RawNode(RawSession session, String path) {
        this(session, path, new ConcurrentHashMap<>());
    }

    @Override
    public void lock() {
        String node = session.ask(client -> {
            String made =
                    client.create(path + "/n", NOTHING, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL_SEQUENTIAL);
            await(client, made.substring(path.length() + 1));
            return made;
        });
        held.put(Thread.currentThread(), node);
    }

    private void await(ZooKeeper client, String own) throws KeeperException, InterruptedException {
        while (true) {
            List<String> all = client.getChildren(path, false).stream().sorted().toList();
            int place = all.indexOf(own);
            if (place == 0) {
                return;
            }
            CountDownLatch gone = new CountDownLatch(1);
            if (client.exists(path + "/" + all.get(place - 1), event -> gone.countDown()) != null) {
                gone.await();
            }
        }
    }

    @Override
    public void unlock() {
        String own = held.remove(Thread.currentThread());
        if (own == null) {
            throw new IllegalMonitorStateException(path + " was not held");
        }
        session.ask(client -> {
            client.delete(own, -1);
            return own;
        });
    }
}
