package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Perl, which the launcher is written in: it can do what the JVM cannot. */
final class Perl {
    private Perl() {}

    /** Starts a few lines of perl, which may use those of the launcher's parts that are named. */
    static Process run(String lines, List<String> parts, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of("perl", "-e", script(parts) + lines, "--"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().keySet().removeIf(name -> name.startsWith("PERL"));
        return builder.start();
    }

    private static String script(List<String> parts) throws IOException {
        StringBuilder script = new StringBuilder();
        for (String name : parts) {
            try (InputStream part = Perl.class.getResourceAsStream(name)) {
                if (part == null) {
                    throw new IOException(name + " is missing from lockkeeper's jar");
                }
                script.append(new String(part.readAllBytes(), UTF_8));
            }
        }
        return script.toString();
    }
}
