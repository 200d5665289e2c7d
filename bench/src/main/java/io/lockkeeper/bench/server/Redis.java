package io.lockkeeper.bench.server;

import io.lockkeeper.servers.RedisInfo;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RespConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One Redis server, seen through a connection of the harness's own. Not thread-safe. */
public final class Redis implements Server {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String url;
    private final @Nullable RedisServer own;
    private final RespConnection connection;

    private Redis(String url, @Nullable RedisServer own) {
        this.url = url;
        this.own = own;
        this.connection = connect();
    }

    /** Starts a server on a free loopback port, which ends on close, and with this JVM at the latest. */
    public static Redis start() {
        RedisServer own = RedisServer.start();
        return new Redis(own.url(), own);
    }

    /**
     * Uses a server that runs already. Since its data is deleted between measurements, it has to be empty.
     *
     * @throws IllegalArgumentException if it is not on this machine, or holds data
     */
    public static Redis at(String url) {
        URI address = URI.create(url);
        String host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
        if (!"redis".equals(address.getScheme()) || !(host.equals("localhost") || host.equals("127.0.0.1"))) {
            throw new IllegalArgumentException(
                    "the server has to be at redis://localhost:PORT (all processes share a clock and a file), not "
                            + url);
        }
        Redis server = new Redis(url, null);
        if (!server.ask("keyspace").values().isEmpty()) {
            server.close();
            throw new IllegalArgumentException(
                    "that server holds data, which would be deleted: name an empty server"); // No password is shown.
        }
        return server;
    }

    @Override
    public ServerKind kind() {
        return ServerKind.REDIS;
    }

    @Override
    public String description() {
        return "Redis " + ask("server").get("redis_version");
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public void flush() {
        connection.exec("FLUSHALL");
    }

    /** One at a time: it counts anew. */
    @Override
    public Supplier<Load> measure() {
        double cpuBefore = load().cpuSeconds();
        resetCounters();
        return () -> {
            Load load = load();
            return new Load(load.counts(), load.calls(), load.cpuSeconds() - cpuBefore);
        };
    }

    @Override
    public Watch watch() {
        return Monitor.start(this);
    }

    /** Starts to count anew. */
    public void resetCounters() {
        connection.exec("CONFIG", "RESETSTAT");
    }

    /** Returns a number that INFO tells. */
    public double number(String name) {
        return Double.parseDouble(ask("all").get(name));
    }

    /**
     * Returns how often each command was called, those inside scripts included. Subcommands count for their command, and
     * what the harness itself asks is left out.
     */
    public Map<String, Long> calls() {
        return calls(ask("commandstats"));
    }

    /** Returns a section of INFO, or with "all" the whole. */
    RedisInfo ask(String section) {
        return RedisInfo.parse(connection.exec("INFO", section));
    }

    /** Opens one more connection. */
    RespConnection connect() {
        URI address = URI.create(url);
        int port = address.getPort() < 0 ? 6379 : address.getPort();
        RespConnection opened = RespConnection.open(port, PATIENCE);
        String login = address.getUserInfo();
        if (login != null) {
            int colon = login.indexOf(':');
            String user = colon <= 0 ? "default" : login.substring(0, colon);
            opened.exec("AUTH", user, login.substring(colon + 1));
        }
        return opened;
    }

    private static Map<String, Long> calls(RedisInfo info) {
        Map<String, Long> calls = new TreeMap<>();
        info.calls().forEach((name, count) -> calls.merge(name.replaceFirst("\\|.*", ""), count, Long::sum));
        calls.keySet().removeAll(Traffic.HARNESS);
        return calls;
    }

    private Load load() {
        RedisInfo info = ask("all");
        Map<String, Long> calls = calls(info);
        calls.remove(Traffic.KEEP_ALIVE);
        double commands = calls.values().stream().mapToLong(Long::longValue).sum();
        double bytes = sum(info, "total_net_input_bytes", "total_net_output_bytes");
        return new Load(
                Map.of(Counter.COMMANDS, commands, Counter.BYTES, bytes),
                calls,
                sum(info, "used_cpu_sys", "used_cpu_user"));
    }

    private static double sum(RedisInfo info, String one, String other) {
        return Double.parseDouble(info.get(one)) + Double.parseDouble(info.get(other));
    }

    @Override
    public void close() {
        connection.close();
        if (own != null) {
            own.close();
        }
    }
}
