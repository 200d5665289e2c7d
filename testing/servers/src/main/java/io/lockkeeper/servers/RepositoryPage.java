package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** A page of the documentation with tables that tests generate: a test fails if the page has other rows. */
public final class RepositoryPage {

    private final Path file;

    private RepositoryPage(Path file) {
        this.file = file;
    }

    /**
     * Finds a page.
     *
     * @param path from the root of the repository, such as {@code docs/guarantees.md}
     */
    public static RepositoryPage at(String path) {
        return new RepositoryPage(
                Path.of(System.getProperty("lockkeeper.root", ".")).resolve(path));
    }

    /**
     * Checks that the page has these lines, one after another.
     *
     * @param rows generated lines
     * @throws AssertionError if it does not; the message has the lines, to be put there
     */
    public void hasRows(List<String> rows) {
        try {
            if (Collections.indexOfSubList(Files.readAllLines(file), rows) < 0) {
                throw new AssertionError(file + " must have these lines:\n" + String.join("\n", rows));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
