package io.lockkeeper.bench.server;

import io.lockkeeper.servers.ZooKeeperServer;
import java.io.IOException;
import java.util.Map;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** One ZooKeeper server that waits for its disk, as it does by default; it tells of itself by words of four letters. */
final class ZooKeeperNode extends CountingServer<ZooKeeperServer> {

    private static final int SESSION_MILLIS = 30_000;

    /** Bytes of these questions themselves. */
    private double asking;

    private ZooKeeperNode(ZooKeeperServer server) {
        super(ServerKind.ZOOKEEPER, server);
    }

    static Server start() {
        // The tests' server starts fast and saves what it can; this one is to work fast.
        return new ZooKeeperNode(
                ZooKeeperServer.start("-Dzookeeper.forceSync=yes", "-XX:TieredStopAtLevel=4", "-Xmx512m"));
    }

    @Override
    public String description() {
        return "ZooKeeper "
                + String.valueOf(server().statistics().get("zk_version")).replaceFirst("-.*", "");
    }

    /** Deletes the nodes of all contestants; those that wait for their turn have none. */
    @Override
    public void flush() {
        try {
            ZooKeeper client = new ZooKeeper("127.0.0.1:" + server().port(), SESSION_MILLIS, event -> {});
            try {
                for (String child : client.getChildren("/", false)) {
                    if (!child.equals("zookeeper")) {
                        for (String kept : client.getChildren("/" + child, false)) {
                            ZKUtil.deleteRecursive(client, "/" + child + "/" + kept);
                        }
                    }
                }
            } finally {
                client.close();
            }
        } catch (IOException | KeeperException e) {
            throw new IllegalStateException("the nodes cannot be deleted", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The server does not count what it sends, so what travels is counted; nobody else talks meanwhile. */
    @Override
    Map<Counter, Double> counts() {
        double before = Loopback.bytes();
        Map<String, String> told = server().statistics();
        double after = Loopback.bytes();
        asking += after - before;
        return Map.of(
                Counter.WRITES, number(told, "zk_cnt_updatelatency"),
                Counter.READS, number(told, "zk_cnt_readlatency"),
                Counter.BYTES, after - asking);
    }

    private static double number(Map<String, String> told, String name) {
        return Double.parseDouble(String.valueOf(told.get(name)));
    }
}
