package io.lockkeeper.servers;

import java.util.Map;

/**
 * A real ZooKeeper server for tests, in a JVM and on a loopback port of its own: alone, or one of a {@link
 * ZooKeeperEnsemble}. Thread-safe; ends with this JVM at the latest.
 *
 * <p>Its ticks are short, 500 ms, so that sessions of 1 s to 10 min can be had. Unless it is told to, it does not wait
 * for its disk: it survives a kill, but no power cut.
 */
public final class ZooKeeperServer extends LoopbackServer {

    private final FourLetterWords words;

    ZooKeeperServer(ServerProcess process, int port) {
        super(process, port);
        this.words = new FourLetterWords(port);
    }

    /**
     * Starts a server and returns when it serves.
     *
     * @param options options of its JVM, such as "-Dznode.container.checkIntervalMs=500"
     */
    public static ZooKeeperServer start(String... options) {
        return ZooKeeperLaunch.alone("", options);
    }

    /**
     * Starts a server that speaks TLS as well, on another port, and returns when it serves.
     *
     * @param port where it speaks TLS
     * @param clients whether clients show a certificate there: "need" or "none"
     */
    public static ZooKeeperServer startWithTls(int port, String clients) {
        return ZooKeeperLaunch.alone(ZooKeeperLaunch.tls(port, clients));
    }

    @Override
    protected String url(int port) {
        return "zk://127.0.0.1:" + port;
    }

    /** Returns whether it serves, as "standalone", "leader", "follower" or, if it has lost the others, not at all: "none". */
    public String mode() {
        return words.mode();
    }

    /**
     * Returns its counters and gauges, such as "zk_cnt_updatelatency", how many requests wrote, and "zk_cnt_readlatency",
     * how many did not, pings included.
     */
    public Map<String, String> statistics() {
        return words.statistics();
    }

    /** Starts to count anew. */
    public void resetStatistics() {
        words.ask("srst");
    }
}
