package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A lock folder on disk: {@code locks} with the lock files, {@code data} with the data files, {@code recalls} once a lock was recalled.
 *
 * @param folder its absolute path
 * @param access who may use it
 */
record Layout(Path folder, Access access) {

    static final String LOCKS = "locks";

    /**
     * Makes what is missing of the folder.
     *
     * @throws IllegalArgumentException if it is not fit for locks, saying what to do
     */
    void prepare() throws IOException {
        Path parent = folder.getParent();
        if (parent == null) {
            throw new IllegalArgumentException("A lock folder is a folder of its own, not " + folder + ".");
        }
        Files.createDirectories(parent);
        LocalFileSystem.require(Files.exists(folder) ? folder : parent);
        access.make(folder);
        access.check(folder);
        access.make(locks());
        access.make(data());
    }

    Path locks() {
        return folder.resolve(LOCKS);
    }

    Path data() {
        return folder.resolve("data");
    }

    /** Made by whoever recalls a lock first. */
    Path recalls() {
        return folder.resolve("recalls");
    }

    /** The name of a lock file. */
    static String lockFile(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }
}
