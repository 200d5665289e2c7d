package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A new directory for one server's data and log, removed on close or with the JVM.
 *
 * <p>Thread-safe. Errors are {@link UncheckedIOException}s.
 */
public final class TempDirectory implements AutoCloseable {
    /** Names a folder in memory, such as {@code /dev/shm}: servers of tests would spend most of their time on a disk. */
    private static final String IN_MEMORY = "lockkeeper.servers.memory";

    /** What all servers of a build may need at once. A folder with less is not used. */
    private static final long ROOM = 4L << 30;

    private final Path path;

    private TempDirectory(Path path) {
        this.path = path;
    }

    /** Creates a directory whose name starts with the given word, readable by this user only. */
    public static TempDirectory create(String name) {
        try {
            Path path = Files.createTempDirectory(parent(), "lockkeeper-" + name + "-");
            Watchman.removeInTheEnd(path);
            return new TempDirectory(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path parent() {
        Path disk = Path.of(System.getProperty("java.io.tmpdir"));
        Path memory = Path.of(System.getProperty(IN_MEMORY, disk.toString()));
        return memory.toFile().getUsableSpace() >= ROOM && Files.isWritable(memory) ? memory : disk;
    }

    /** Returns the directory. */
    public Path path() {
        return path;
    }

    /** Writes a text file into the directory and returns its path; folders in its name are made. */
    public Path write(String file, String content) {
        try {
            Files.createDirectories(path.resolve(file).getParent());
            return Files.writeString(path.resolve(file), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the directory and all in it; what is already gone is no error. */
    @Override
    public void close() {
        try {
            for (Path each : contents()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> contents() throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(path)) {
            return walk.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
