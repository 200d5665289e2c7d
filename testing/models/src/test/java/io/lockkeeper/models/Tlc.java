package io.lockkeeper.models;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tlc2.TLC;

/**
 * The model checker, a JVM a run: it keeps its state in static fields, and ends the JVM that it runs in.
 *
 * <p>One worker and the same fingerprints, so that the first violation found is one of the shortest, and each run gives the
 * same figures.
 */
final class Tlc {

    private static final Pattern STATES =
            Pattern.compile("([\\d,]+) states generated, ([\\d,]+) distinct states found, ");
    private static final Pattern VIOLATED = Pattern.compile("(?:Invariant|Action property) (\\w+) is violated");
    private static final Pattern TEMPORAL = Pattern.compile("Temporal properties were violated");
    private static final Pattern STATE = Pattern.compile("(?m)^State \\d+:");
    private static final Pattern COMPLETED = Pattern.compile("Model checking completed. No error has been found");

    private final Path models;
    private final Path scratch;
    private final Duration patience;
    private final int compilers;

    /**
     * A checker.
     *
     * @param models the folder of the models
     * @param scratch a folder for its files
     * @param patience how long a run may take
     * @param compilers up to which level its JVM compiles: 1 for short runs, 4 for long ones
     */
    Tlc(Path models, Path scratch, Duration patience, int compilers) {
        this.models = models;
        this.scratch = scratch;
        this.patience = patience;
        this.compilers = compilers;
    }

    /** Checks a model. Blocks. */
    Outcome check(Configuration configuration) throws IOException, InterruptedException {
        Path own = Files.createDirectories(scratch.resolve(configuration.name()));
        Path output = own.resolve("output");
        long began = System.nanoTime();
        Process run = new ProcessBuilder(command(configuration, own))
                .directory(models.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = run.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            Duration time = Duration.ofNanos(System.nanoTime() - began);
            String text = Files.readString(output);
            return ended
                    ? outcome(configuration, text, time)
                    : new Outcome.Failed("no end after " + patience + "\n" + text);
        } finally {
            run.destroyForcibly().waitFor();
        }
    }

    private List<String> command(Configuration configuration, Path own) {
        return List.of(
                // Nothing waits for a model: the modules that others are built of go first.
                "nice",
                "-n",
                "10",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=" + compilers,
                "-Djava.io.tmpdir=" + own, // It writes the standard modules there, under their own names.
                "-cp",
                jar(),
                TLC.class.getName(),
                "-workers",
                "1",
                "-fp",
                "0",
                "-metadir",
                own.resolve("states").toString(),
                "-config",
                configuration.file().toString(),
                configuration.model() + ".tla");
    }

    private static String jar() {
        try {
            return Path.of(TLC.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException malformed) {
            throw new IllegalStateException(malformed);
        }
    }

    private static Outcome outcome(Configuration configuration, String output, Duration time) {
        Matcher violated = VIOLATED.matcher(output);
        if (violated.find()) {
            return new Outcome.Violated(violated.group(1), true, trace(output), states(output), time);
        }
        if (TEMPORAL.matcher(output).find()) {
            String property = configuration.temporalProperty().orElse("one of several properties");
            return new Outcome.Violated(property, false, trace(output), states(output), time);
        }
        return COMPLETED.matcher(output).find() ? new Outcome.Holds(states(output), time) : new Outcome.Failed(output);
    }

    private static int trace(String output) {
        return (int) STATE.matcher(output).results().count();
    }

    /** The last count is the whole. */
    private static long states(String output) {
        long states = 0;
        for (Matcher count = STATES.matcher(output); count.find(); ) {
            states = Long.parseLong(count.group(2).replace(",", ""));
        }
        return states;
    }
}
