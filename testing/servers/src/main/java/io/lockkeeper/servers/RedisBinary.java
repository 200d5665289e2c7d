package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;

/**
 * A {@code redis-server} executable and its version, such as 7.0.15.
 *
 * <p>Thread-safe. Errors are {@link UncheckedIOException}s.
 *
 * @param path the executable file
 * @param version the version it reports, numbers with dots between
 */
public record RedisBinary(Path path, String version) {
    private static final Pattern VERSION = Pattern.compile("v=([0-9.]+)");

    /** Returns the binary on the PATH, if there is one. */
    public static Optional<RedisBinary> onPath() {
        return Programs.find("redis-server").map(RedisBinary::at);
    }

    /** Returns the binary that Maven brought; it needs no installation. */
    public static RedisBinary fromMaven() {
        return FromMaven.BINARY;
    }

    /** Returns the newer one of the binary on the PATH and Maven's. */
    public static RedisBinary newest() {
        RedisBinary fromMaven = fromMaven();
        return onPath().filter(onPath -> onPath.isAtLeast(fromMaven.version)).orElse(fromMaven);
    }

    /** Returns whether this version is the given one or a later one, as in {@code isAtLeast("7.0")}. */
    public boolean isAtLeast(String other) {
        return Version.parse(version).compareTo(Version.parse(other)) >= 0;
    }

    private static RedisBinary at(Path path) {
        String output = ProgramOutput.of(path.toString(), "--version");
        Matcher matcher = VERSION.matcher(output);
        if (!matcher.find()) {
            throw new UncheckedIOException(new IOException(path + " is no Redis server: " + output));
        }
        return new RedisBinary(path, matcher.group(1));
    }

    /** The executable of embedded-redis, unpacked once for this JVM, at first use. */
    private static final class FromMaven {
        static final RedisBinary BINARY = unpack();

        private static RedisBinary unpack() {
            Path directory = TempDirectory.create("redis-binary").path();
            try {
                return at(ExecutableProvider.newJarResourceProvider(directory.toFile())
                        .get()
                        .toPath());
            } catch (IOException e) {
                throw new UncheckedIOException("embedded-redis has no binary for this machine", e);
            }
        }
    }
}
