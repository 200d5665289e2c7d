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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What the starter and a few locked methods add to the start of a Spring Boot application, and how much of that Spring's own proxies
 * cost. Processes of all contestants start in turn, each alone; a time is from the start of the process to its line that the context is
 * ready. The processor time is less disturbed by what else the machine does.
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
        Map<Contestant, List<Start>> all = measure(arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]));
        List<Start> plain = all.getOrDefault(Contestant.PLAIN, List.of());
        System.out.println("medians, and those of the differences to the plain application in the same round:");
        all.forEach((contestant, starts) -> System.out.printf(
                "%-40s %5.0f ms (%+4.0f), processor %5.0f ms (%+4.0f)%n",
                contestant.title,
                median(starts, plain, 0, Start::millis),
                median(starts, plain, 1, Start::millis),
                median(starts, plain, 0, Start::processorMillis),
                median(starts, plain, 1, Start::processorMillis)));
    }

    /** One round more than is counted: the first fills the file cache. */
    static Map<Contestant, List<Start>> measure(int rounds) throws IOException {
        Map<Contestant, List<Start>> all = new EnumMap<>(Contestant.class);
        for (int round = 0; round <= rounds; round++) {
            for (Contestant contestant : Contestant.values()) {
                Start start = start(contestant.application, classPath(contestant.lockkeeper));
                if (round > 0) {
                    all.computeIfAbsent(contestant, unused -> new ArrayList<>()).add(start);
                }
            }
        }
        return all;
    }

    /** Returns this process's class path without what only the benchmark needs, and without Lockkeeper if it is not wanted. */
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

    private static Start start(Class<?> application, String classPath) throws IOException {
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
            if (line == null || !line.startsWith(StartedApplication.READY) || out.readLine() != null) {
                throw new IllegalStateException(application.getSimpleName() + " did not start: " + line);
            }
            process.onExit().join();
            return new Start(took, Double.parseDouble(line.substring(StartedApplication.READY.length())));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Of the values less a share of those of the plain application. */
    private static double median(List<Start> starts, List<Start> plain, int share, ToDoubleFunction<Start> value) {
        double[] sorted = IntStream.range(0, starts.size())
                .mapToDouble(
                        round -> value.applyAsDouble(starts.get(round)) - share * value.applyAsDouble(plain.get(round)))
                .sorted()
                .toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** What is started. */
    enum Contestant {
        PLAIN("plain", PlainBeans.class, false),
        ADVISED("three beans advised by Spring alone", AdvisedBeans.class, false),
        UNUSED("with the starter, nothing locked", PlainBeans.class, true),
        LOCKED("with the starter, three locked beans", LockedBeans.class, true);

        private final String title;
        private final Class<?> application;
        private final boolean lockkeeper;

        Contestant(String title, Class<?> application, boolean lockkeeper) {
            this.title = title;
            this.application = application;
            this.lockkeeper = lockkeeper;
        }
    }

    /**
     * One start.
     *
     * @param millis from the start of the process until the context was ready
     * @param processorMillis what all of its threads used until then
     */
    record Start(double millis, double processorMillis) {}
}
