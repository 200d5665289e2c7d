package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
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

/** One contestant's rounds of {@link Throughput}. */
final class ThroughputSession extends CrewSession {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Throughput scenario;

    ThroughputSession(Throughput scenario, Contestant contestant, Stage stage) {
        super(stage, Crew.start(contestant, stage.server().url(), scenario.processes()));
        this.scenario = scenario;
    }

    @Override
    void warmUp() {
        stage.warmUp(crew, this::contend);
    }

    /** ZooKeeper's sessions end meanwhile, and a new one takes a second. */
    @Override
    void wake() {
        contend(stage.count());
    }

    @Override
    void count() {
        contend(stage.count());
    }

    @Override
    Sample play(LoadMeter meter, Traffic seen) {
        List<Message> reports = contend(stage.duration());
        Sample sample = sample(reports, meter.read(), seen);
        return isContended() ? sample.with(verdict()) : sample;
    }

    private List<Message> contend(Duration duration) {
        crew.shared().clear();
        Message order = crew.timed(Message.of("contend"), duration)
                .with("threads", scenario.threads())
                .with("keys", scenario.ownKeys() ? "own" : "one");
        List<Message> reports = crew.all(number -> order, stage.patience(duration));
        if (!scenario.ownKeys()) {
            judge(reports);
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
                .with(Throughput.JAIN, Fairness.jain(shared))
                .with(Throughput.P50, waits.getValueAtPercentile(50) / NANOS_PER_MILLI)
                .with(Throughput.P99, waits.getValueAtPercentile(99) / NANOS_PER_MILLI)
                .with(Throughput.CPU, load.cpuSeconds() * 1e6 / total);
        return Throughput.cost(stage.server().kind()).charge(sample, load, watched, total);
    }

    private boolean isContended() {
        return !scenario.ownKeys() && scenario.processes() * scenario.threads() > 1;
    }
}
