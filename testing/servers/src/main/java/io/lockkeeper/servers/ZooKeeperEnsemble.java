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
    private static final int SYNC_LIMIT = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<ZooKeeperServer> servers;
    private final List<Integer> ports;
    private final EnsembleNetwork network;

    private ZooKeeperEnsemble(List<ZooKeeperServer> servers, List<Integer> ports, EnsembleNetwork network) {
        this.servers = List.copyOf(servers);
        this.ports = List.copyOf(ports);
        this.network = network;
    }

    /**
     * Starts three servers and returns when all of them serve.
     *
     * @param options options of their JVMs
     */
    public static ZooKeeperEnsemble start(String... options) {
        return start(SYNC_LIMIT, (own, other, port) -> port, new EnsembleNetwork(), options);
    }

    /**
     * Starts three servers that can be {@linkplain #isolate isolated}, and returns when all of them serve. Elections take longer:
     * to a proxy, a server that is not ready yet looks like one that hangs up.
     *
     * @param syncLimit how many ticks of 500 ms a follower and its leader do without each other
     */
    public static ZooKeeperEnsemble startDivisible(int syncLimit) {
        EnsembleNetwork network = new EnsembleNetwork();
        return start(syncLimit, network::link, network);
    }

    private static ZooKeeperEnsemble start(int syncLimit, Way way, EnsembleNetwork network, String... options) {
        List<Integer> ports = IntStream.range(0, 2 * SERVERS)
                .mapToObj(index -> FreePorts.take())
                .toList();
        List<ZooKeeperServer> servers = IntStream.range(0, SERVERS)
                .mapToObj(number -> ZooKeeperLaunch.oneOf(
                        number + 1, FreePorts.take(), view(number, ports, way) + "syncLimit=" + syncLimit, options))
                .collect(Collectors.toList());
        ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(servers, ports, network);
        try {
            ensemble.awaitAll();
            return ensemble;
        } catch (AssertionError e) {
            ensemble.close();
            throw e;
        }
    }

    /** By which port a server reaches that of another. */
    private interface Way {
        int to(int own, int other, int port);
    }

    /** The ensemble's members as one of them sees it: it listens on its own ports, and has a way to those of the others. */
    private static String view(int own, List<Integer> ports, Way way) {
        StringBuilder view = new StringBuilder("standaloneEnabled=false\n");
        for (int number = 0; number < SERVERS; number++) {
            int quorum = ports.get(2 * number);
            int election = ports.get(2 * number + 1);
            if (number != own) {
                quorum = way.to(own, number, quorum);
                election = way.to(own, number, election);
            }
            view.append("server.%d=127.0.0.1:%d:%d\n".formatted(number + 1, quorum, election));
        }
        return view.toString();
    }

    /**
     * Cuts a server off from the others: no bytes come through, and connections stay open. Clients still reach it.
     *
     * @throws IllegalStateException unless they were started divisible
     */
    public void isolate(ZooKeeperServer server) {
        network.isolate(servers.indexOf(server));
    }

    /** Lets all servers hear each other again. */
    public void heal() {
        network.heal();
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

    /** Waits for a leader and returns one of the servers that follow it. */
    public ZooKeeperServer follower() {
        ZooKeeperServer leader = leader();
        return servers.stream().filter(server -> server != leader).findFirst().orElseThrow();
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
        network.close();
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
