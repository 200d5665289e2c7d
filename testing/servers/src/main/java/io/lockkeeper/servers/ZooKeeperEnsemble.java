package io.lockkeeper.servers;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three real ZooKeeper servers for tests that elect a leader. Thread-safe; they end with this JVM at the latest. */
public final class ZooKeeperEnsemble implements AutoCloseable {

    private static final int SERVERS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<ZooKeeperServer> servers;
    private final List<Integer> ports;

    private ZooKeeperEnsemble(List<ZooKeeperServer> servers, List<Integer> ports) {
        this.servers = List.copyOf(servers);
        this.ports = List.copyOf(ports);
    }

    /**
     * Starts three servers and returns when all of them serve.
     *
     * @param options options of their JVMs
     */
    public static ZooKeeperEnsemble start(String... options) {
        List<Integer> ports = new ArrayList<>();
        StringBuilder peers = new StringBuilder("standaloneEnabled=false\n");
        for (int number = 1; number <= SERVERS; number++) {
            int quorum = FreePorts.take();
            int election = FreePorts.take();
            ports.addAll(List.of(quorum, election));
            peers.append("server.%d=127.0.0.1:%d:%d\n".formatted(number, quorum, election));
        }
        List<ZooKeeperServer> servers = IntStream.rangeClosed(1, SERVERS)
                .mapToObj(number -> ZooKeeperLaunch.oneOf(number, FreePorts.take(), peers.toString(), options))
                .collect(Collectors.toList());
        ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(servers, ports);
        try {
            ensemble.awaitAll();
            return ensemble;
        } catch (AssertionError e) {
            ensemble.close();
            throw e;
        }
    }

    /** Returns the servers, in the order of their numbers. */
    public List<ZooKeeperServer> servers() {
        return servers;
    }

    /** Returns the URL that names all of them. */
    public String url() {
        return urlOf(servers.stream().map(ZooKeeperServer::port).toList());
    }

    /** Returns the URL that leads to these proxies. */
    public static String urlOf(TcpProxy... proxies) {
        return urlOf(IntStream.range(0, proxies.length)
                .mapToObj(index -> proxies[index].port())
                .toList());
    }

    /** Waits for a leader and returns it. */
    public ZooKeeperServer leader() {
        List<ZooKeeperServer> found = new ArrayList<>();
        Await.until("the election of a leader", PATIENCE, () -> {
            found.clear();
            found.addAll(servers.stream()
                    .filter(server -> mode(server).equals("leader"))
                    .toList());
            return found.size() == 1;
        });
        return found.get(0);
    }

    /** Waits until all three serve. */
    public void awaitAll() {
        Await.until(
                "service by all three",
                PATIENCE,
                () -> servers.stream().noneMatch(server -> mode(server).equals("none")));
    }

    /** Kills the servers and removes their data. */
    @Override
    public void close() {
        servers.forEach(ZooKeeperServer::close);
        ports.forEach(FreePorts::giveBack);
    }

    /** A server that runs not, or stands still, serves nobody. */
    private static String mode(ZooKeeperServer server) {
        try {
            return server.mode();
        } catch (UncheckedIOException silent) {
            return "none";
        }
    }

    private static String urlOf(List<Integer> ports) {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",", "zk://", ""));
    }
}
