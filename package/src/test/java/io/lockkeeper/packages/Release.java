package io.lockkeeper.packages;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** What the script {@code make} has made in this build. */
final class Release {
    static final Path FOLDER = Path.of("target", "release").toAbsolutePath();

    private Release() {}

    static Path archive() {
        return file(".tar.gz");
    }

    static Path deb() {
        return file(".deb");
    }

    private static Path file(String ending) {
        Path missing = FOLDER.resolve("missing");
        try {
            assumeTrue(!Files.exists(missing), () -> read(missing));
            try (Stream<Path> files = Files.list(FOLDER)) {
                return files.filter(file -> file.toString().endsWith(ending))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("there is no " + ending + " in " + FOLDER));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A minimal Debian, if {@code ./test} has unpacked it. */
    static Path minimalDebian() {
        Map<String, String> environment = System.getenv();
        String set = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path cache = set.isEmpty() ? Path.of(environment.getOrDefault("HOME", ""), ".cache") : Path.of(set);
        Path root = cache.resolve("lockkeeper").resolve("minimal").resolve("root");
        assumeTrue(Files.isDirectory(root), root + " is missing: let ./test unpack it");
        return root;
    }
}
