package io.lockkeeper.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What travels over this machine's loopback interface, headers of TCP and IP included, as Linux accounts for it. */
final class Loopback {
    private static final Path INTERFACES = Path.of("/proc/net/dev");
    private static final String NAME = "lo:";

    private Loopback() {}

    /** Returns the bytes until now, each counted once; it only grows. */
    static double bytes() {
        try {
            return bytes(Files.readAllLines(INTERFACES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a line such as {@code lo: 4808 16 0 …}, whose first number is the bytes received. */
    static double bytes(List<String> interfaces) {
        return interfaces.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(NAME))
                .mapToDouble(line ->
                        Double.parseDouble(line.substring(NAME.length()).strip().split("\\s+", -1)[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no loopback interface in " + INTERFACES));
    }
}
