package io.lockkeeper.servers;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A run of neighbouring ports that belongs to this JVM as long as it lives.
 *
 * <p>A lock on a file in the temporary directory says whose it is; the kernel drops it with the JVM. Closing any
 * channel of such a file would drop it too, so channels of locked files stay open.
 */
record PortBlock(int firstPort) {
    private static final int FIRST_PORT = 14_000;
    private static final int END_PORT = 22_000;
    private static final int PORTS = 50;

    private static final List<FileChannel> KEPT_OPEN = new ArrayList<>();
    private static int nextToTry = FIRST_PORT;

    /**
     * Claims a block that no other JVM of this user has.
     *
     * @throws IllegalStateException if there is none left
     */
    static synchronized PortBlock claim() {
        try {
            while (nextToTry < END_PORT) {
                int firstPort = nextToTry;
                nextToTry += PORTS;
                if (tryLock(firstPort)) {
                    return new PortBlock(firstPort);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("all test ports are taken, up to " + END_PORT);
    }

    void forEachPort(IntConsumer action) {
        IntStream.range(firstPort, firstPort + PORTS).forEach(action);
    }

    private static boolean tryLock(int firstPort) throws IOException {
        Path directory =
                Path.of(System.getProperty("java.io.tmpdir"), "lockkeeper-ports-" + System.getProperty("user.name"));
        Files.createDirectories(directory);
        FileChannel channel = FileChannel.open(directory.resolve(firstPort + ".lock"), CREATE, WRITE);
        try {
            if (channel.tryLock() == null) {
                channel.close();
                return false;
            }
            KEPT_OPEN.add(channel);
            return true;
        } catch (OverlappingFileLockException e) {
            KEPT_OPEN.add(channel); // Another class loader of this JVM has the lock.
            return false;
        }
    }
}
