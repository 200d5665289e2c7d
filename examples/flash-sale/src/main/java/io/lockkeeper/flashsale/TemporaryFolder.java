package io.lockkeeper.flashsale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is deleted with all that is in it. */
record TemporaryFolder(Path path) implements AutoCloseable {

    static TemporaryFolder create(String name) {
        try {
            return new TemporaryFolder(Files.createTempDirectory(name + "-"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> found = Files.walk(path)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException left) {
            // What cannot be deleted stays in the system's temporary folder, which is emptied by others.
        }
    }
}
