package io.lockkeeper.servers;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis server for tests, on a loopback port of its own, without persistence unless asked for. Thread-safe; ends
 * with this JVM at the latest.
 *
 * <pre>{@code
 * try (RedisServer redis = RedisServer.start()) {
 *   redis.exec("SET", "name", "value");
 *   redis.kill();
 *   redis.restart();
 * }
 * }</pre>
 */
public final class RedisServer extends LoopbackServer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RedisBinary binary;
    private final RedisAddress address;

    RedisServer(ServerProcess process, RedisBinary binary, RedisAddress address) {
        super(process, address.port());
        this.binary = binary;
        this.address = address;
    }

    /** Starts the {@linkplain RedisBinary#preferred() preferred} server and returns when it answers. */
    public static RedisServer start() {
        return configure().start();
    }

    /** Starts to describe a server that is not all defaults. */
    public static RedisConfig configure() {
        return new RedisConfig();
    }

    /** With the default user's password: {@code redis://:secret@127.0.0.1:14000}. */
    @Override
    protected String url(int port) {
        return address.url(port);
    }

    /** Returns the server's version, such as 7.0.15. */
    public String version() {
        return binary.version();
    }

    /**
     * Runs a command as the default user, on a connection of its own, waiting up to 10 seconds.
     *
     * @return what {@link RespConnection#exec} returns
     * @throws redis.clients.jedis.exceptions.JedisDataException if the server replies with an error
     * @throws java.io.UncheckedIOException if the server cannot be reached or doesn't reply
     */
    public @Nullable Object exec(String... command) {
        try (RespConnection connection = connect(PATIENCE)) {
            return connection.exec(command);
        }
    }

    /** Opens a connection and logs in as the default user; see {@link RespConnection#open}. */
    public RespConnection connect(Duration patience) {
        return address.connect(patience);
    }

    /** Returns a section of INFO, such as "replication", as names and values. */
    public Map<String, String> info(String section) {
        return RedisInfo.parse(exec("INFO", section)).values();
    }

    /**
     * Returns how often each command was called since {@link #resetStats()}, by its lower-case name, such as "get", the
     * commands inside scripts included. Not counted are AUTH, INFO and CONFIG, which this handle uses.
     */
    public Map<String, Long> commandStats() {
        Map<String, Long> calls = RedisInfo.parse(exec("INFO", "commandstats")).calls();
        calls.keySet().removeIf(name -> name.matches("auth|info|config(\\|.*)?"));
        return calls;
    }

    /** Starts to count anew. */
    public void resetStats() {
        exec("CONFIG", "RESETSTAT");
    }

    RedisAddress address() {
        return address;
    }
}
