package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A run of the command in a process of its own, as users start it. What it writes is kept in files. */
final class Lockkeeper implements AutoCloseable {
    private static final long LIMIT_SECONDS = 90;

    /** As the launcher has it: later Javas warn on standard error of what libraries do. */
    private static final List<String> ALLOWED =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    private final Process process;
    private final Path out;
    private final Path err;

    private Lockkeeper(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * The command line, with the store in the environment. For {@code memory:}, which {@code run} refuses, it is a folder
     * that no other command line has.
     */
    static ProcessBuilder line(String store, String... words) {
        List<String> line = new ArrayList<>(List.of(
                "perl",
                Path.of("src/test/perl/launcher.pl").toAbsolutePath().toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        if (Runtime.version().feature() >= 24) {
            line.addAll(ALLOWED);
        }
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), "::"));
        line.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put(StoreUrl.VARIABLE, store.startsWith("memory:") ? OwnFolders.store() : store);
        // Who runs the tests may have defaults of their own.
        builder.environment().put("HOME", OwnFolders.home());
        return builder;
    }

    static Lockkeeper start(String store, String... words) {
        return start(line(store, words));
    }

    static Lockkeeper start(ProcessBuilder line) {
        try {
            Path out = Files.createTempFile("lockkeeper", ".out");
            Path err = Files.createTempFile("lockkeeper", ".err");
            Process process = line.redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new Lockkeeper(process, out, err);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs it to its end, with nothing on standard input. */
    static Lockkeeper ended(String store, String... words) throws Exception {
        Lockkeeper run = start(store, words);
        run.process.getOutputStream().close();
        run.code();
        return run;
    }

    /** Waits for the end. */
    int code() throws Exception {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("It does not end; it said: " + out() + err());
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    Process process() {
        return process;
    }

    /** To the process that the user started. */
    void send(String signal) throws Exception {
        CommandTest.send(signal, process.pid());
    }

    /** The JVM that it has started, or is about to: until exec, it is a second perl. */
    ProcessHandle jvm() {
        try {
            Eventually.until("it has a JVM", () -> javas().findFirst().isPresent());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return javas().findFirst().orElseThrow();
    }

    private Stream<ProcessHandle> javas() {
        return process.children()
                .filter(child -> child.info().command().orElse("").endsWith("java"));
    }

    /** The supervisor of COMMAND. */
    ProcessHandle supervisor() {
        long jvm = jvm().pid();
        return process.children()
                .filter(child -> child.pid() != jvm)
                .findFirst()
                .orElseThrow();
    }

    byte[] bytes() throws IOException {
        return Files.readAllBytes(out);
    }

    String out() throws IOException {
        return Files.readString(out, UTF_8);
    }

    String err() throws IOException {
        return Files.readString(err, UTF_8);
    }

    /** Waits until it has written something to standard output. */
    Lockkeeper says(String text) throws Exception {
        return says(out, text);
    }

    /** Waits until it has written something to standard error. */
    Lockkeeper complains(String text) throws Exception {
        return says(err, text);
    }

    private Lockkeeper says(Path stream, String text) throws Exception {
        try {
            Eventually.until("it says " + text, () -> contains(stream, text) || !isAlive());
        } catch (AssertionError never) {
            throw new AssertionError("it said: " + out() + err(), never);
        }
        if (!contains(stream, text)) {
            throw new AssertionError("it ended with " + process.exitValue() + " and said: " + out() + err());
        }
        return this;
    }

    private static boolean contains(Path stream, String text) throws IOException {
        return Files.readString(stream, UTF_8).contains(text);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.delete(out);
        Files.delete(err);
    }
}
