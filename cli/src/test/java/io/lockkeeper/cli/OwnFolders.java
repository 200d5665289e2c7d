package io.lockkeeper.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Folders of command lines that tests start: gone when the tests' JVM ends. */
final class OwnFolders {
    private static final Path ALL = create();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private OwnFolders() {}

    /** A store that nobody else uses. */
    static String store() {
        return "file:" + ALL.resolve(Integer.toString(COUNT.incrementAndGet()));
    }

    /** A home directory in which nothing is. */
    static String home() {
        return ALL.resolve("home").toString();
    }

    private static Path create() {
        try {
            Path folder = Files.createTempDirectory("lockkeeper-tests");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> content = Files.walk(folder)) {
            List<Path> deepestFirst = content.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException inUse) {
            // A process that goes on writes there still; the system empties the folder of temporary files some day.
        }
    }
}
