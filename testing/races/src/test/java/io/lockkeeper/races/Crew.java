package io.lockkeeper.races;

import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** One worker JVM and what it prints. */
final class Crew implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(30);
    private static final String ACKNOWLEDGED = "acknowledged ";

    private final Assignment assignment;
    private final JavaProcess process;
    private boolean ready;

    private Crew(Assignment assignment, JavaProcess process) {
        this.assignment = assignment;
        this.process = process;
    }

    static Crew start(Assignment assignment) {
        return new Crew(
                assignment,
                JavaCommand.of(Worker.class, assignment.arguments())
                        .option("-Xmx128m")
                        .start());
    }

    String name() {
        return assignment.name();
    }

    JavaProcess process() {
        return process;
    }

    synchronized void awaitReady() {
        if (!ready) {
            process.awaitLine("ready"::equals, START);
            ready = true;
        }
    }

    void stop() {
        process.writeLine("stop");
    }

    /** Whether it ends in time. */
    boolean isDone() {
        try {
            process.awaitLine("done"::equals, END);
            return true;
        } catch (AssertionError late) {
            return false;
        }
    }

    List<String> threads() {
        return IntStream.rangeClosed(1, assignment.threads())
                .mapToObj(assignment::thread)
                .toList();
    }

    /** How many increments it was told were taken. */
    long acknowledged() {
        return process.output().stream()
                .filter(line -> line.startsWith(ACKNOWLEDGED))
                .mapToLong(line -> Long.parseLong(line.substring(ACKNOWLEDGED.length())))
                .max()
                .orElse(0);
    }

    List<String> surprises() {
        return process.output().stream()
                .filter(line -> line.startsWith("unexpected"))
                .toList();
    }

    @Override
    public void close() {
        process.close();
    }
}
