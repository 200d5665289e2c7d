package io.lockkeeper.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A small process beside this JVM that runs COMMAND, and that ends COMMAND and its children when the lock is lost, even
 * if this JVM is killed or paused. COMMAND has this JVM's standard input, output and error.
 *
 * <p>It exists before there is a lock, so that the number of COMMAND's process group can be written down with the
 * claim. What leaves that process group ({@code setsid}, an interactive shell's jobs) or changes its user escapes.
 *
 * <p>File descriptors other than the standard three do not reach COMMAND: a JVM passes none on. Not thread-safe;
 * {@link Running} is.
 */
final class Supervisor implements AutoCloseable {
    /** The longest that a started perl may take to say hello. */
    private static final Duration HELLO = Duration.ofSeconds(30);
    /** What every system allows as the name of a socket, with the rest of the name taken off. */
    private static final int LONGEST_DIRECTORY = 80;

    private final Process process;
    private final Wire wire;
    private final long group;
    private @Nullable Running running;

    private Supervisor(Process process, Wire wire, long group) {
        this.process = process;
        this.wire = wire;
        this.group = group;
    }

    /**
     * Starts the supervisor; COMMAND does not run yet.
     *
     * @throws IOException if there is no perl, or if it does not do its work
     */
    static Supervisor start(List<String> command) throws IOException {
        Path directory = privateDirectory();
        Path address = directory.resolve("supervisor");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(address));
            Process process = Perl.supervise(address, command);
            CompletableFuture<?> given = process.onExit()
                    .orTimeout(HELLO.toSeconds(), TimeUnit.SECONDS)
                    .handle((ended, late) -> {
                        return closed(server);
                    });
            try {
                Wire wire = new Wire(server.accept());
                String hello = wire.read();
                if (hello == null || !hello.equals("hello " + process.pid())) {
                    throw new IOException("The supervisor said " + hello + " instead of hello");
                }
                return new Supervisor(process, wire, process.pid());
            } catch (IOException e) {
                process.destroyForcibly();
                throw new IOException("The supervisor of COMMAND does not start; its perl says why, if it could", e);
            } finally {
                given.cancel(false);
            }
        } finally {
            Files.deleteIfExists(address);
            Files.delete(directory);
        }
    }

    private static Path privateDirectory() throws IOException {
        // Only its owner may enter what these methods create.
        Path directory = Files.createTempDirectory("lockkeeper");
        if (directory.toString().length() <= LONGEST_DIRECTORY) {
            return directory;
        }
        Files.delete(directory);
        return Files.createTempDirectory(Path.of("/tmp"), "lockkeeper");
    }

    private static boolean closed(ServerSocketChannel server) {
        try {
            server.close();
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process group that COMMAND will run in. It lives as long as the supervisor does, and longer if need be. */
    long processGroup() {
        return group;
    }

    /**
     * Starts COMMAND. To be called once.
     *
     * @param environment what COMMAND's environment has besides this JVM's
     * @param grace between TERM and KILL; the lease must always have more left than this
     * @param remainingMillis what is left of the lease, 0 if it is lost, {@link Long#MAX_VALUE} if it has no deadline;
     *     asked several times a lease, on a thread of the supervisor's
     */
    Running run(Map<String, String> environment, Duration grace, OnLost mode, LongSupplier remainingMillis)
            throws IOException {
        if (running != null) {
            throw new IllegalStateException("COMMAND has been started before");
        }
        Map<String, String> all = Perl.settings();
        all.putAll(environment);
        for (Map.Entry<String, String> variable : all.entrySet()) {
            wire.send("env " + Wire.encode(variable.getKey() + "=" + variable.getValue()));
        }
        running = new Running(process, wire, grace, remainingMillis);
        running.begin(mode);
        return running;
    }

    /** Ends COMMAND if it runs, as {@link Running#lose()} does, and waits until the supervisor has ended. */
    @Override
    public void close() {
        if (running == null) {
            try (wire) {
                wire.send("bye");
            } catch (IOException e) {
                process.destroyForcibly(); // It has nothing to end. If it is gone already, so much the better.
            }
        } else {
            running.finish();
        }
        process.onExit().join();
    }
}
