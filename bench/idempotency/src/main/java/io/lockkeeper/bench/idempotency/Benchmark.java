package io.lockkeeper.bench.idempotency;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Measures all contestants in one run, on servers that it starts, and prints tables. */
public final class Benchmark {
    private static final int ROUNDS = 5;

    private Benchmark() {}

    /** Measures; takes the number of rounds. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (Servers servers = Servers.start()) {
            double before = load();
            Results results = new Course(
                            Duration.ofSeconds(8), rounds, Duration.ofSeconds(1), 500, 1_000, Duration.ofMillis(200))
                    .run(servers);
            out.printf(
                    "%s, Java %s, %d processors, load average %.1f before and %.1f after, %d rounds%n%n",
                    servers.description(),
                    Runtime.version().feature(),
                    Runtime.getRuntime().availableProcessors(),
                    before,
                    load(),
                    rounds);
            out.print(Tables.of(results));
        }
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
