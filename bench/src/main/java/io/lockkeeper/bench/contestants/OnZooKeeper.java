package io.lockkeeper.bench.contestants;

/** A contestant that keeps its locks in ZooKeeper: opened with a URL such as {@code zk://127.0.0.1:2181}. */
public interface OnZooKeeper extends Contestant {

    /** Returns the servers in such a URL, as ZooKeeper's own clients take them. */
    static String servers(String url) {
        return url.substring("zk://".length());
    }
}
