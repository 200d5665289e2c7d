package io.lockkeeper.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How to start another JVM: its main class and arguments, and what differs from this JVM.
 *
 * <p>It runs on this JVM's Java, with all that is on this one's class path and module path on its class path, and with
 * options for a fast start (C1 only, serial collector). Not thread-safe.
 */
public final class JavaCommand {
    private final Class<?> main;
    private final List<String> arguments;
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

    private JavaCommand(Class<?> main, List<String> arguments) {
        this.main = main;
        this.arguments = arguments;
    }

    /** Starts to describe a JVM that runs this class's {@code main}. */
    public static JavaCommand of(Class<?> main, String... arguments) {
        return new JavaCommand(main, List.of(arguments));
    }

    /** Adds an option for the JVM, such as {@code -Xmx64m} or {@code -Dname=value}. */
    public JavaCommand option(String option) {
        options.add(option);
        return this;
    }

    /** Sets a variable of the environment, which is otherwise this JVM's. */
    public JavaCommand environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * Has it see another time of day than the machine; its monotonic clock stays right. Needs the program {@code faketime}.
     *
     * @param offset such as {@code +2s}
     */
    public JavaCommand clock(String offset) {
        return environment("LD_PRELOAD", faketime())
                .environment("FAKETIME", offset)
                .environment("DONT_FAKE_MONOTONIC", "1")
                .environment("FAKETIME_FORCE_MONOTONIC_FIX", "0") // Or waits of threads return at once.
                .environment("NO_FAKE_STAT", "1"); // Or looking for classes takes long.
    }

    private static String faketime() {
        try (Stream<Path> libraries = Files.find(
                Path.of("/usr/lib"), 4, (path, attributes) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            return libraries.findFirst().orElseThrow().toString();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Starts the JVM and returns at once; what it prints says when it is ready.
     *
     * @throws java.io.UncheckedIOException if it cannot be started
     */
    public JavaProcess start() {
        List<String> words = new ArrayList<>();
        words.add(program("java"));
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"));
        words.addAll(options);
        words.addAll(List.of("-cp", classPath(), main.getName()));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        return new JavaProcess(builder, main.getSimpleName());
    }

    /** Returns the path of a program of this JVM's JDK. */
    public static String program(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private String classPath() {
        Set<String> entries = new LinkedHashSet<>();
        entries.add(root(main).toString());
        for (String property : List.of("java.class.path", "jdk.module.path")) {
            String path = System.getProperty(property, "");
            entries.addAll(List.of(path.split(File.pathSeparator, -1)));
        }
        entries.remove("");
        return String.join(File.pathSeparator, entries);
    }

    /** Where the class was loaded from; test classes patched into a module are on no path. */
    private static Path root(Class<?> type) {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        URL url = type.getResource(file);
        if (url == null) {
            throw new IllegalArgumentException(type + " is not in a file");
        }
        try {
            String location = url.toString();
            String root = location.substring(0, location.length() - file.length());
            return Path.of(new URI(root.replaceFirst("^jar:", "").replaceFirst("!$", "")));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
