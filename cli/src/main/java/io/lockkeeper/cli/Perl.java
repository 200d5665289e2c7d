package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The perl that runs the supervisor: every Unix has one, and it can do what the JVM cannot. */
final class Perl {
    private static final String MISSING = """
            `lockkeeper run` needs perl to end COMMAND even when lockkeeper itself is killed, and there is none on the PATH. \
            Install it: apt-get install perl-base, dnf install perl, apk add perl; macOS has it at /usr/bin/perl.""";

    /** The variable in which the launcher keeps the LC_ALL that it changed. */
    private static final String LOCALE = "LOCKKEEPER_LC_ALL";

    /** The supervisor's parts. The first declares what all use. */
    private static final List<String> SCRIPT =
            List.of("supervisor/main.pl", "supervisor/group.pl", "supervisor/members.pl", "supervisor/terminal.pl");

    private Perl() {}

    /** Starts the supervisor with this process's own standard input, output and error. */
    static Process supervise(Path socket, List<String> command) throws IOException {
        if (!onPath(System.getenv().getOrDefault("PATH", ""))) {
            throw new IOException(MISSING);
        }
        ProcessBuilder builder = new ProcessBuilder(supervisor(socket, command)).inheritIO();
        builder.environment().keySet().removeAll(settings().keySet());
        builder.environment().put("PERL_BADLANG", "0");
        // It may hold a password. COMMAND gets one without.
        builder.environment().remove(StoreUrl.VARIABLE);
        restoreLocale(builder.environment());
        return builder.start();
    }

    /** The command line that starts the supervisor. */
    static List<String> supervisor(Path socket, List<String> command) throws IOException {
        List<String> line = new ArrayList<>(List.of("perl", "-e", script(SCRIPT), socket.toString(), "--"));
        line.addAll(command);
        return line;
    }

    /** Undoes what the launcher did to the locale for the JVM's sake. */
    private static void restoreLocale(Map<String, String> environment) {
        String locale = environment.remove(LOCALE);
        if (locale != null && locale.isEmpty()) {
            environment.remove("LC_ALL");
        } else if (locale != null) {
            environment.put("LC_ALL", locale);
        }
    }

    /** What COMMAND's environment says to perl. It is kept from the supervisor, which is not its concern. */
    static Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(System.getenv());
        settings.keySet().removeIf(name -> !name.startsWith("PERL"));
        return settings;
    }

    /** Starts a few lines of perl, which may use the supervisor's parts that are named. */
    static Process run(String lines, List<String> parts, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of("perl", "-e", script(parts) + lines, "--"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().keySet().removeAll(settings().keySet());
        return builder.start();
    }

    static boolean onPath(String path) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "perl")));
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
