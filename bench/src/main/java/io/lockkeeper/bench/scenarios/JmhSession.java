package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.scenarios.Allocation.Operation;
import java.util.Collection;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One class of benchmarks, a fork of the JVM for each of its methods and rounds. */
final class JmhSession implements Session {
    private static final int ITERATIONS = 3;
    private static final String BYTES_PER_OPERATION = "gc.alloc.rate.norm";

    private final Class<?> benchmarks;
    private final Stage stage;

    JmhSession(Class<?> benchmarks, Stage stage) {
        this.benchmarks = benchmarks;
        this.stage = stage;
        // Another run of JMH on this machine disturbs, but is no reason to refuse.
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Override
    public Sample measure() {
        Sample sample = Sample.empty();
        for (RunResult result : run()) {
            for (Operation operation : Allocation.OPERATIONS) {
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

    private Collection<RunResult> run() {
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

    @Override
    public void close() {
        // Each fork has ended.
    }
}
