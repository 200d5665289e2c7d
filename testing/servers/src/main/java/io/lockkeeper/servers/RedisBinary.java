package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.List;
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
        return OnPath.BINARY;
    }

    /** Returns the binary that Maven brought, 6.2.11; it needs no installation. */
    public static RedisBinary fromMaven() {
        return FromMaven.BINARY;
    }

    /** Returns a {@linkplain Installation#newer(String) newer} one: "valkey-8", "valkey-9" or "redis-8". */
    public static RedisBinary newer(String name) {
        String kind = name.substring(0, name.indexOf('-'));
        return at(Path.of(Installation.newer(name).program(kind + "-server")));
    }

    /** Returns the binary on the PATH if it is 7.0 or later, and otherwise Maven's. */
    public static RedisBinary preferred() {
        return onPath().filter(binary -> binary.isAtLeast("7.0")).orElseGet(RedisBinary::fromMaven);
    }

    /** Returns whether this version is the given one or a later one, as in {@code isAtLeast("7.0")}. */
    public boolean isAtLeast(String other) {
        return Version.parse(version).compareTo(Version.parse(other)) >= 0;
    }

    private static RedisBinary at(Path path) {
        String output = ProgramOutput.of(List.of(path.toString(), "--version"));
        Matcher matcher = VERSION.matcher(output);
        if (!matcher.find()) {
            throw new UncheckedIOException(new IOException(path + " is no Redis server: " + output));
        }
        return new RedisBinary(path, matcher.group(1));
    }

    /** What is installed, looked for once, at first use. */
    private static final class OnPath {
        static final Optional<RedisBinary> BINARY =
                Programs.find("redis-server").map(RedisBinary::at);
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
