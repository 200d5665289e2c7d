package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.guard.Verdict;
import io.lockkeeper.bench.report.Fairness;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.LoadMeter;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Latencies;
import io.lockkeeper.bench.workers.Message;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One contestant's rounds of {@link Throughput}. */
final class ThroughputSession implements Session {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Throughput scenario;
    private final Stage stage;
    private final Crew crew;
    private @Nullable Traffic seen;
    private Verdict soFar = new Verdict(0);

    ThroughputSession(Throughput scenario, Contestant contestant, Stage stage) {
        this.scenario = scenario;
        this.stage = stage;
        this.crew = Crew.start(contestant, stage.server().url(), scenario.processes());
    }

    @Override
    public Sample measure() {
        crew.resume();
        if (seen == null) {
            play(stage.warmUp());
            seen = stage.watch(() -> play(stage.count()));
        }
        stage.server().flush();
        LoadMeter meter = LoadMeter.start(stage.server());
        List<Message> reports = play(stage.duration());
        Load load = meter.read();
        crew.pause();
        return sample(reports, load, seen);
    }

    private List<Message> play(Duration duration) {
        crew.shared().clear();
        Message order = crew.timed(Message.of("contend"), duration)
                .with("threads", scenario.threads())
                .with("keys", scenario.ownKeys() ? "own" : "one");
        List<Message> reports = crew.all(number -> order, stage.patience(duration));
        if (!scenario.ownKeys()) {
            soFar = soFar.and(crew.judge(reports));
        }
        return reports;
    }

    private Sample sample(List<Message> reports, Load load, Traffic watched) {
        List<Long> shared =
                reports.stream().map(report -> report.number("inTime")).toList();
        double inTime = shared.stream().mapToLong(Long::longValue).sum();
        double total =
                reports.stream().mapToLong(report -> report.number("total")).sum();
        Histogram waits = Latencies.sum(reports.stream()
                .map(report -> Latencies.decode(report.get("waits")))
                .toList());
        Sample sample = Sample.empty()
                .with(Throughput.OPS, inTime * 1e9 / stage.duration().toNanos())
                .with(Throughput.REQUESTS, load.requests(watched) / total)
                .with(Throughput.COMMANDS, load.commands() / total)
                .with(Throughput.JAIN, Fairness.jain(shared))
                .with(Throughput.P50, waits.getValueAtPercentile(50) / NANOS_PER_MILLI)
                .with(Throughput.P99, waits.getValueAtPercentile(99) / NANOS_PER_MILLI)
                .with(Throughput.CPU, load.cpuSeconds() * 1e6 / total)
                .with(Throughput.BYTES, load.bytes() / total);
        return scenario.ownKeys() || scenario.processes() * scenario.threads() == 1 ? sample : sample.with(soFar);
    }

    @Override
    public void close() {
        crew.close();
    }
}
