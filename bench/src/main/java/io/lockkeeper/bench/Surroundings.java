package io.lockkeeper.bench;

import io.lockkeeper.bench.server.Server;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/** Where and with what a run was made: figures of two runs compare only if these are alike, and even then hardly. */
final class Surroundings {
    private static final double GIBIBYTE = 1 << 30;

    private Surroundings() {}

    /** Returns a Markdown list. */
    static String markdown(Server server, String course) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("date: " + LocalDate.now(ZoneOffset.UTC) + "; " + course);
        lines.add("Java: " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        lines.add("system: %s %s %s, %d cores, %.0f GiB"
                .formatted(
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors(),
                        memory() / GIBIBYTE));
        lines.add(server.description());
        lines.add(libraries());
        String commit = System.getProperty("lockkeeper.bench.commit", "");
        if (!commit.isEmpty()) {
            lines.add("commit: " + commit);
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append("- ").append(line).append('\n'));
        return text.toString();
    }

    private static double memory() {
        return java.lang.management.ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Double.NaN;
    }

    private static String libraries() throws IOException {
        Properties versions = new Properties();
        try (InputStream file = Surroundings.class.getResourceAsStream("versions.properties")) {
            if (file == null) {
                throw new IOException("versions.properties is missing");
            }
            versions.load(file);
        }
        return String.join(
                ", ",
                new TreeSet<>(versions.stringPropertyNames())
                        .stream()
                                .map(name -> name + " " + versions.getProperty(name))
                                .toList());
    }
}
