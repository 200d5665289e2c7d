package io.lockkeeper.bench.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the starter and a few locked methods add to the start of a Spring Boot application. Processes without and with them
 * start in turn, each alone; a time is from the start of the process to its line that the context is ready.
 */
public final class StartUp {
    /** The classes that tell the jars of the benchmark itself. */
    private static final List<String> BENCHMARK = List.of(
            "com/baomidou/lock/annotation/Lock4j.class",
            "org/aspectj/lang/annotation/Aspect.class",
            "org/openjdk/jmh/annotations/Benchmark.class",
            "org/springframework/boot/autoconfigure/klock/annotation/Klock.class");

    /** And those of Lockkeeper. */
    private static final List<String> LOCKKEEPER = List.of(
            "io/lockkeeper/LockClient.class",
            "io/lockkeeper/file/FileStore.class",
            "io/lockkeeper/memory/MemoryStore.class",
            "io/lockkeeper/spring/Locked.class",
            "io/lockkeeper/spring/boot/LockkeeperAutoConfiguration.class");

    private static final int ROUNDS = 20;

    private StartUp() {}

    /** Measures; takes the number of rounds. */
    public static void main(String[] arguments) throws IOException {
        Medians medians = measure(arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]));
        System.out.printf(
                "without locks %.0f ms, with locks %.0f ms: %+.0f ms (medians)%n",
                medians.without(), medians.with(), medians.with() - medians.without());
    }

    /** One round more than is counted: the first fills the file cache. */
    static Medians measure(int rounds) throws IOException {
        String plain = classPath(false);
        String locked = classPath(true);
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            double first = start(PlainBeans.class, plain);
            double second = start(LockedBeans.class, locked);
            if (round > 0) {
                without.add(first);
                with.add(second);
            }
        }
        return new Medians(median(without), median(with));
    }

    /** Returns this process's class path without what only the benchmark needs, and without Lockkeeper if there are no locks. */
    static String classPath(boolean locks) throws IOException {
        List<String> kept = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            if (!has(entry, BENCHMARK) && (locks || !has(entry, LOCKKEEPER))) {
                kept.add(entry);
            }
        }
        return String.join(File.pathSeparator, kept);
    }

    private static boolean has(String entry, List<String> classes) throws IOException {
        URL[] urls = {Path.of(entry).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            return classes.stream().anyMatch(each -> loader.findResource(each) != null);
        }
    }

    private static double start(Class<?> application, String classPath) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        long began = System.nanoTime();
        Process process = new ProcessBuilder(
                        java, "-cp", classPath, StartedApplication.class.getName(), application.getName())
                .redirectError(Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(UTF_8)) {
            String line = out.readLine();
            double took = (System.nanoTime() - began) / 1e6;
            // The next must have the machine to itself, so this one shall end first: then there is no line any more.
            if (!StartedApplication.READY.equals(line) || out.readLine() != null) {
                throw new IllegalStateException(application.getSimpleName() + " did not start: " + line);
            }
            process.onExit().join();
            return took;
        } finally {
            process.destroyForcibly();
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /**
     * Of all rounds, in milliseconds.
     *
     * @param without without locks
     * @param with with the starter and three beans with locked methods
     */
    record Medians(double without, double with) {}
}
