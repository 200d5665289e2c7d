package io.lockkeeper.servers;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How to start a server: its command line, its directory, and how to tell that it is ready.
 *
 * <pre>{@code
 * ServerProcess memcached =
 *     ServerCommand.of("memcached", "-l", "127.0.0.1", "-p", "" + port)
 *         .readyWhen(Probe.accepts(port))
 *         .start();
 * }</pre>
 *
 * <p>Not thread-safe. The directory goes with the {@link ServerProcess}.
 */
public final class ServerCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<String> words;
    private final Map<String, String> environment = new HashMap<>();
    private final TempDirectory directory;
    private Probe probe = pid -> true;
    private Duration patience = PATIENCE;
    private Signal stop = Signal.TERM;

    private ServerCommand(List<String> words, TempDirectory directory) {
        this.words = words;
        this.directory = directory;
    }

    /** Starts to describe the server with this program and arguments, in a new directory. */
    public static ServerCommand of(String... words) {
        return in(TempDirectory.create("server"), List.of(words));
    }

    /** Starts to describe the server with this program and arguments, in this directory. */
    public static ServerCommand in(TempDirectory directory, List<String> words) {
        return new ServerCommand(List.copyOf(words), directory);
    }

    /** Sets a variable of the server's environment, which is otherwise this JVM's. */
    public ServerCommand environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Sets the probe that says when a start is done; without one, a running process will do. */
    public ServerCommand readyWhen(Probe probe) {
        this.probe = probe;
        return this;
    }

    /** Sets how long a start may take, 30 seconds unless set. */
    public ServerCommand within(Duration patience) {
        this.patience = patience;
        return this;
    }

    /** Sets what asks the server to end, SIGTERM unless set. */
    ServerCommand stoppedBy(Signal signal) {
        this.stop = signal;
        return this;
    }

    /**
     * Starts the server and returns when it is ready.
     *
     * @throws ServerStartException if it ends first, or is not ready in time
     * @throws java.io.UncheckedIOException if there is no such program
     */
    public ServerProcess start() {
        ServerProcess server = new ServerProcess(this);
        try {
            server.restart();
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    TempDirectory directory() {
        return directory;
    }

    Probe probe() {
        return probe;
    }

    Signal stop() {
        return stop;
    }

    Duration patience() {
        return patience;
    }

    ProcessBuilder processBuilder() {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.path().toFile());
        builder.environment().putAll(environment);
        return builder;
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
