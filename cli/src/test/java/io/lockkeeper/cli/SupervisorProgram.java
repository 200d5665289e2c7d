package io.lockkeeper.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What `lockkeeper run` does with a supervisor, as a program of its own that tests can kill, pause and feed. */
final class SupervisorProgram {
    private SupervisorProgram() {}

    /**
     * Arguments: grace in milliseconds; what is left of the lease in milliseconds, always ("500") or at the start
     * ("from 500"), or "-"; COMMAND.
     */
    public static void main(String[] arguments) throws Exception {
        Duration grace = Duration.ofMillis(Long.parseLong(arguments[0]));
        LongSupplier remaining = remaining(arguments[1]);
        List<String> command = Arrays.asList(arguments).subList(2, arguments.length);
        int code;
        try (Supervisor supervisor = TestSupervisor.start(command)) {
            Outcome outcome =
                    supervisor.run(Map.of(), grace, OnLost.KILL, remaining).await();
            code = code(outcome);
        }
        System.exit(code);
    }

    private static LongSupplier remaining(String words) {
        if (words.startsWith("from ")) {
            long end = System.nanoTime() + Long.parseLong(words.substring(5)) * 1_000_000;
            return () -> Math.max(0, (end - System.nanoTime()) / 1_000_000);
        }
        long remaining = words.equals("-") ? Long.MAX_VALUE : Long.parseLong(words);
        return () -> remaining;
    }

    private static int code(Outcome outcome) {
        if (outcome instanceof Outcome.Exited exited) {
            return exited.code();
        }
        if (outcome instanceof Outcome.Signalled signalled) {
            return 128 + signalled.number();
        }
        return outcome instanceof Outcome.NotStarted missing ? missing.code() : 99;
    }

    /** The command line that starts this program. */
    static List<String> line(Duration grace, String remaining, String... command) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SupervisorProgram.class.getName(),
                Long.toString(grace.toMillis()),
                remaining));
        line.addAll(List.of(command));
        return line;
    }
}
