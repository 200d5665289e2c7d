package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.memory.LockkeeperInMemory;
import io.lockkeeper.bench.memory.ReentrantLockInMemory;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.ServerKind;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What the engine itself takes and allocates, on the memory store, beside the JDK's own lock; by JMH. */
final class Allocation extends Scenario {
    private static final List<Operation> OPERATIONS = List.of(
            new Operation("lockAndUnlock", "lock + unlock"),
            new Operation("reenterAndLeave", "re-enter + leave"),
            new Operation("tryAcquireAndClose", "tryAcquire + close"));
    private static final int ITERATIONS = 3;
    private static final String BYTES_PER_OPERATION = "gc.alloc.rate.norm";

    Allocation() {
        super("alloc", "Within a process, on the memory store, uncontended, 1 thread");
    }

    /** It needs none; one kind of run has it. */
    @Override
    public Set<ServerKind> servers() {
        return Set.of(ServerKind.REDIS);
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        return OPERATIONS.stream()
                .flatMap(each -> Stream.of(each.time(), each.bytes()))
                .toList();
    }

    @Override
    boolean admits(Contestant contestant) {
        return contestant == Contestants.LOCKKEEPER || contestant == Contestants.REENTRANT_LOCK;
    }

    /** A fork of the JVM for each method and round; each has ended. */
    @Override
    Session open(Contestant contestant, Stage stage) {
        // Another run of JMH on this machine disturbs, but is no reason to refuse.
        System.setProperty("jmh.ignoreLock", "true");
        Class<?> benchmarks =
                contestant == Contestants.LOCKKEEPER ? LockkeeperInMemory.class : ReentrantLockInMemory.class;
        return () -> measure(benchmarks, stage);
    }

    private static Sample measure(Class<?> benchmarks, Stage stage) {
        Sample sample = Sample.empty();
        for (RunResult result : run(benchmarks, stage)) {
            for (Operation operation : OPERATIONS) {
                if (result.getParams().getBenchmark().endsWith("." + operation.method())) {
                    double bytes = Objects.requireNonNull(
                                    result.getSecondaryResults().get(BYTES_PER_OPERATION))
                            .getScore();
                    sample = sample.with(
                                    operation.time(), result.getPrimaryResult().getScore())
                            .with(operation.bytes(), bytes);
                }
            }
        }
        return sample;
    }

    private static Collection<RunResult> run(Class<?> benchmarks, Stage stage) {
        TimeValue iteration = TimeValue.milliseconds(stage.duration().toMillis() / ITERATIONS);
        try {
            return new Runner(new OptionsBuilder()
                            .include("\\." + benchmarks.getSimpleName() + "\\.")
                            .forks(1)
                            .warmupIterations(ITERATIONS)
                            .warmupTime(iteration)
                            .measurementIterations(ITERATIONS)
                            .measurementTime(iteration)
                            .addProfiler(GCProfiler.class)
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .run();
        } catch (RunnerException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * One thing that is measured.
     *
     * @param method the benchmark's, in each class that has it
     * @param title as in the table's head
     */
    private record Operation(String method, String title) {

        Column time() {
            return Column.less(title + " ns");
        }

        Column bytes() {
            return Column.less(title + " B");
        }
    }
}
