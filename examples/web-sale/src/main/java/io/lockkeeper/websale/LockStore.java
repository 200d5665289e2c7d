package io.lockkeeper.websale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the locks of the sale are kept.
 *
 * @param url the store's address
 * @param temporary the folder that is deleted in the end; null if the store was named
 */
record LockStore(String url, @Nullable Path temporary) implements AutoCloseable {

    static LockStore of(Arguments arguments) {
        return arguments.store().map(url -> new LockStore(url, null)).orElseGet(LockStore::files);
    }

    private static LockStore files() {
        try {
            Path folder = Files.createTempDirectory("web-sale-locks-");
            return new LockStore("file:" + folder, folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        if (temporary == null) {
            return;
        }
        try (Stream<Path> found = Files.walk(temporary)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException left) {
            // What cannot be deleted stays in the system's temporary folder, which is emptied by others.
        }
    }
}
