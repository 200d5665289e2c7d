package io.lockkeeper.bench.server;

import io.lockkeeper.servers.ZooKeeperServer;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** One ZooKeeper server that waits for its disk, as it does by default; it tells of itself by words of four letters. */
final class ZooKeeperNode implements Server {

    private static final int SESSION_MILLIS = 30_000;

    private final ZooKeeperServer server;
    private final ProcessTree processes;

    private ZooKeeperNode(ZooKeeperServer server) {
        this.server = server;
        this.processes =
                new ProcessTree(ProcessHandle.of(server.process().pid()).orElseThrow());
    }

    static Server start() {
        // The tests' server starts fast and saves what it can; this one is to work fast.
        return new ZooKeeperNode(
                ZooKeeperServer.start("-Dzookeeper.forceSync=yes", "-XX:TieredStopAtLevel=4", "-Xmx512m"));
    }

    @Override
    public ServerKind kind() {
        return ServerKind.ZOOKEEPER;
    }

    @Override
    public String description() {
        return "ZooKeeper "
                + String.valueOf(server.statistics().get("zk_version")).replaceFirst("-.*", "");
    }

    @Override
    public String url() {
        return server.url();
    }

    /** Deletes the nodes of all contestants; those that wait for their turn have none. */
    @Override
    public void flush() {
        try {
            ZooKeeper client = new ZooKeeper("127.0.0.1:" + server.port(), SESSION_MILLIS, event -> {});
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

    @Override
    public LoadMeter measure() {
        CountedLoad before = load();
        return () -> load().since(before);
    }

    /** Each request travels. */
    @Override
    public Watch watch() {
        return Watch.ofNothing();
    }

    private CountedLoad load() {
        Map<String, String> told = server.statistics();
        Map<Counter, Double> counts = new EnumMap<>(Counter.class);
        counts.put(Counter.WRITES, number(told, "zk_cnt_updatelatency"));
        counts.put(Counter.READS, number(told, "zk_cnt_readlatency"));
        return new CountedLoad(counts, processes.cpuSeconds());
    }

    private static double number(Map<String, String> told, String name) {
        return Double.parseDouble(String.valueOf(told.get(name)));
    }

    @Override
    public void close() {
        server.close();
    }
}
