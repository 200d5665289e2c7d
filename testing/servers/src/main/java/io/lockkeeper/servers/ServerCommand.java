package io.lockkeeper.servers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

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
    private static final int ATTEMPTS = 5;

    private final TempDirectory directory;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private Probe probe = pid -> true;
    private Duration patience = Duration.ofMinutes(1);
    private Signal stop = Signal.TERM;

    private ServerCommand(TempDirectory directory) {
        this.directory = directory;
    }

    /** Starts to describe the server with this program and arguments, in a new directory. */
    public static ServerCommand of(String... words) {
        return in(TempDirectory.create("server")).add(words);
    }

    /** Starts to describe the server that runs in this directory; its program is the first word to be added. */
    public static ServerCommand in(TempDirectory directory) {
        return new ServerCommand(directory);
    }

    /** Adds words to the command line. */
    public ServerCommand add(String... more) {
        words.addAll(List.of(more));
        return this;
    }

    /** Adds words to the command line that say to a server that it may run as root, if it does. */
    ServerCommand addAsRoot(String... more) {
        return isRoot() ? add(more) : this;
    }

    /** Sets a variable of the server's environment, which is otherwise this JVM's. */
    public ServerCommand environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Sets how long a start may take, a minute unless set. */
    public ServerCommand within(Duration patience) {
        this.patience = patience;
        return this;
    }

    /** Sets the probe that says when a start is done; without one, a running process will do. */
    public ServerCommand readyWhen(Probe probe) {
        this.probe = probe;
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

    /**
     * Starts a server on a free port. A stranger may take that between the check and the start: then the next one will do.
     *
     * @param start what starts the server on a port
     * @throws ServerStartException if it does not start, for another reason or several times for this one
     */
    public static <S> S onFreePort(IntFunction<S> start) {
        for (int attempt = 1; ; attempt++) {
            int port = FreePorts.take();
            try {
                return start.apply(port);
            } catch (ServerStartException e) {
                boolean portWasTaken = String.valueOf(e.getMessage()).contains("ddress already in use");
                if (!portWasTaken || attempt == ATTEMPTS) {
                    FreePorts.giveBack(port);
                    throw e;
                }
            }
        }
    }

    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
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
