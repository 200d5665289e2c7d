package io.lockkeeper.servers;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
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
public final class RedisServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ServerProcess process;
    private final RedisBinary binary;
    private final RedisAddress address;
    private final AtomicBoolean closed = new AtomicBoolean();

    RedisServer(ServerProcess process, RedisBinary binary, RedisAddress address) {
        this.process = process;
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

    /** Returns the port, the same over all restarts. */
    public int port() {
        return address.port();
    }

    /** Returns the URL, with the default user's password: {@code redis://:secret@127.0.0.1:14000}. */
    public String url() {
        return address.url(port());
    }

    /** Returns the URL that leads to this server through a proxy. */
    public String url(TcpProxy proxy) {
        return address.url(proxy.port());
    }

    /** Returns a new proxy in front of this server, to be closed by the caller. */
    public TcpProxy proxy() {
        return TcpProxy.to(port());
    }

    /** Returns the server's version, such as 7.0.15. */
    public String version() {
        return binary.version();
    }

    /**
     * Runs a command as the default user, on a connection of its own, waiting up to 10 seconds.
     *
     * @return what {@link RespConnection#exec} returns
     * @throws RespException if the server replies with an error
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

    /** Stops the server where it is: connections stay open, and unanswered. */
    public void pause() {
        process.pause();
    }

    /** Lets a paused server go on. */
    public void resume() {
        process.resume();
    }

    /** Ends the server at once, as a crash does; returns when it is gone. */
    public void kill() {
        process.kill();
    }

    /** Shuts the server down in good order; returns when it is gone. */
    public void stop() {
        process.stop();
    }

    /** Starts the server again on the same port and data, and returns when it answers. */
    public void restart() {
        process.restart();
    }

    /** Returns the process behind this server, for all that is not about Redis. */
    public ServerProcess process() {
        return process;
    }

    /** Kills the server and removes its data. */
    @Override
    public void close() {
        process.close();
        if (!closed.getAndSet(true)) {
            FreePorts.giveBack(port());
        }
    }

    RedisAddress address() {
        return address;
    }
}
