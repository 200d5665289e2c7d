package io.lockkeeper.bench;

import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.report.Tables;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Stage;
import io.lockkeeper.bench.server.Redis;
import io.lockkeeper.bench.server.Server;
import io.lockkeeper.bench.server.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code bench/run}. Its exit code is 0 only if every contestant finished and no guard found two holders. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description = "Measures Lockkeeper beside other lock libraries, on one server, in one run.")
public final class Bench implements Callable<Integer> {

    @Parameters(paramLabel = "WORD", description = "Scenarios and contestants; all if none is named. See --list.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each scenario (${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--seconds", paramLabel = "N", description = "Seconds a measurement takes (${DEFAULT-VALUE}).")
    private double seconds = 2;

    @Option(
            names = "--server",
            paramLabel = "KIND",
            description = "What to keep the locks in: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
    private ServerKind kind = ServerKind.REDIS;

    @Option(
            names = "--redis",
            paramLabel = "URL",
            description = "An empty Redis server on this machine, in place of a new one.")
    private @Nullable String redis;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the tables go (bench/results/latest.md, or latest-KIND.md); charts go beside.")
    private @Nullable Path out;

    @Option(names = "--list", description = "Prints all scenarios and contestants of the server, and ends.")
    private boolean list;

    private Bench() {}

    /** Runs. */
    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        CommandLine line = new CommandLine(new Bench()).setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (!(failure instanceof IllegalArgumentException)) {
                throw failure;
            }
            System.err.println("bench/run: " + failure.getMessage());
            return 2;
        });
        return line.execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            System.out.print(Selection.list(kind));
            return 0;
        }
        if (rounds < 1 || seconds < 0.1) {
            throw new IllegalArgumentException("at least 1 round and 0.1 seconds are needed");
        }
        if (redis != null && kind != ServerKind.REDIS) {
            throw new IllegalArgumentException("--redis names a Redis server, --server asks for " + kind);
        }
        Selection selection = Selection.of(kind, words);
        Path file = out == null ? Path.of("bench", "results", kind.fileName("latest", ".md")) : out;
        long start = System.nanoTime();
        boolean clean = true;
        try (Server server = redis == null ? kind.start() : Redis.at(redis)) {
            Stage stage = new Stage(server, Duration.ofMillis(Math.round(seconds * 1_000)));
            Course course = new Course(selection.contestants(), stage, rounds, line -> progress(start, line));
            Report report = new Report(file, kind, Surroundings.markdown(server, plan()));
            for (Scenario scenario : selection.scenarios()) {
                if (scenario.entrants(selection.contestants(), stage).isEmpty()) {
                    progress(start, scenario.id() + ": none of the contestants named takes part");
                    continue;
                }
                Results results = course.play(scenario);
                clean &= results.isClean();
                System.out.println(Tables.markdown(results));
                report.add(results);
            }
        }
        progress(start, "written to " + file);
        return clean ? 0 : 1;
    }

    private String plan() {
        return "%d rounds, %s s a measurement".formatted(rounds, seconds);
    }

    private static void progress(long start, String line) {
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        System.err.printf("%3d:%02d %s%n", elapsed.toMinutes(), elapsed.toSecondsPart(), line);
    }
}
