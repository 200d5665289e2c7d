package io.lockkeeper.servers;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A real etcd server for tests, on a loopback port of its own: alone, or a member of an {@link EtcdEnsemble}. Thread-safe;
 * ends with this JVM at the latest.
 *
 * <p>The server must be installed: see {@link RequiresEtcd}.
 */
public final class EtcdServer extends LoopbackServer {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EtcdMember member;

    private EtcdServer(ServerProcess process, EtcdMember member) {
        super(process, member.clientPort(), member.peerPort(), member.metricsPort());
        this.member = member;
    }

    /**
     * Starts a server without TLS and returns when it serves.
     *
     * @param options options of its command line, such as "--max-txn-ops=256"
     */
    public static EtcdServer start(String... options) {
        return start(Installation.MACHINE, options);
    }

    /** Starts a server of this installation like {@link #start(String...)}. */
    public static EtcdServer start(Installation installation, String... options) {
        return alone(installation, EtcdMember.create(false, options));
    }

    /** Starts a server that speaks TLS with the {@linkplain TlsIdentity#shared() identity of this JVM}. */
    public static EtcdServer startWithTls(String... options) {
        return alone(Installation.MACHINE, EtcdMember.create(true, options));
    }

    private static EtcdServer alone(Installation installation, EtcdMember member) {
        EtcdServer server = launch(installation, member, List.of(member));
        try {
            server.awaitHealth();
            return server;
        } catch (AssertionError e) {
            String log = server.process().log();
            server.close();
            throw new ServerStartException("etcd does not serve; its log:\n" + log, e);
        }
    }

    /** Starts a member, and returns when its port is open; it serves when most of the members do. */
    static EtcdServer launch(Installation installation, EtcdMember member, List<EtcdMember> all) {
        ServerProcess process = ServerCommand.in(TempDirectory.create("etcd"))
                .add(installation.program("etcd"), "--data-dir", "data")
                .add(member.options(all))
                .readyWhen(Probe.accepts(member.metricsPort()))
                .start();
        return new EtcdServer(process, member);
    }

    /** Waits until this server is healthy: it knows of a leader and serves. */
    public void awaitHealth() {
        Await.until("the health of etcd on port " + port(), PATIENCE, this::isHealthy);
    }

    /** Returns whether this server serves, as far as it can tell. */
    public boolean isHealthy() {
        return EtcdMetrics.get(member.metricsPort(), "/health").contains("\"health\":\"true\"");
    }

    /** Returns whether this server is the leader, as far as it can tell. */
    public boolean isLeader() {
        return metrics().getOrDefault("etcd_server_is_leader", 0.0) == 1;
    }

    /** Returns the server's version, such as 3.4.23. */
    public String version() {
        return EtcdMetrics.version(metrics());
    }

    /** Returns what the server counts, by the name of the counter with its labels, as {@code /metrics} shows them. */
    public Map<String, Double> metrics() {
        return EtcdMetrics.parse(EtcdMetrics.get(member.metricsPort(), "/metrics"));
    }

    /**
     * Returns how many requests the server has taken so far, by their methods, such as "Txn"; on streams, such as
     * "Watch", how many messages.
     */
    public Map<String, Long> requests() {
        return EtcdMetrics.requests(metrics());
    }

    @Override
    protected String url(int port) {
        return member.scheme() + "://127.0.0.1:" + port;
    }
}
