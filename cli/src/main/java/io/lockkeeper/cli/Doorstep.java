package io.lockkeeper.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The socket, in a folder that only this user may enter, to which a supervisor that has been started connects. */
final class Doorstep implements AutoCloseable {
    /** The longest that a started perl may take to say hello. */
    private static final Duration HELLO = Duration.ofSeconds(30);
    /** What every system allows as the name of a socket, with the rest of the name taken off. */
    private static final int LONGEST_DIRECTORY = 80;

    private final Path directory;
    private final ServerSocketChannel server;

    private Doorstep(Path directory, ServerSocketChannel server) {
        this.directory = directory;
        this.server = server;
    }

    static Doorstep open() throws IOException {
        Doorstep doorstep = new Doorstep(privateDirectory(), ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        doorstep.server.bind(UnixDomainSocketAddress.of(doorstep.address()));
        return doorstep;
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

    Path address() {
        return directory.resolve("supervisor");
    }

    /** Waits for the supervisor's hello. */
    Wire greeted(Process supervisor) throws IOException {
        CompletableFuture<?> given = supervisor
                .onExit()
                .orTimeout(HELLO.toSeconds(), TimeUnit.SECONDS)
                .handle((ended, late) -> {
                    return closed();
                });
        try {
            Wire wire = new Wire(server.accept());
            String hello = wire.read();
            if (hello == null || !hello.equals("hello " + supervisor.pid())) {
                throw new IOException("The supervisor said " + hello + " instead of hello");
            }
            return wire;
        } catch (IOException e) {
            supervisor.destroyForcibly();
            throw new IOException(
                    "The supervisor of COMMAND did not start; perl's own message, if any, gives the reason", e);
        } finally {
            given.cancel(false);
        }
    }

    private boolean closed() {
        try {
            server.close();
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(address());
        Files.deleteIfExists(directory);
    }
}
