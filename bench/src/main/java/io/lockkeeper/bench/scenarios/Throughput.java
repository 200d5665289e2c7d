package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Fairness;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Latencies;
import io.lockkeeper.bench.workers.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Lock and unlock, over and over, with an empty critical section. */
final class Throughput extends Scenario {
    private static final Column OPS = Column.more("ops/s");
    private static final Column JAIN = Column.more("Jain");
    private static final Column P50 = Column.less("lock p50 ms");
    private static final Column P99 = Column.less("lock p99 ms");
    private static final Column CPU = Column.less("server CPU µs/op");
    private static final double NANOS_PER_MILLI = 1e6;

    private final int processes;
    private final int threads;
    private final boolean ownKeys;

    /**
     * Describes it.
     *
     * @param processes how many
     * @param threads how many in each
     * @param ownKeys whether each thread has a key of its own; otherwise all share one
     */
    Throughput(String id, String title, int processes, int threads, boolean ownKeys) {
        super(id, title);
        this.processes = processes;
        this.threads = threads;
        this.ownKeys = ownKeys;
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        Cost cost = new Cost(kind, "op");
        List<Column> columns = new ArrayList<>(List.of(OPS));
        columns.addAll(cost.calls());
        if (processes > 1) {
            columns.add(JAIN);
        }
        columns.addAll(List.of(P50, P99, CPU));
        columns.addAll(cost.bytes());
        return columns;
    }

    @Override
    Session open(Contestant contestant, Stage stage) {
        return new Rounds(contestant, stage);
    }

    private final class Rounds extends CrewSession {

        Rounds(Contestant contestant, Stage stage) {
            super(stage, Crew.start(contestant, stage.server().url(), processes));
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
        Sample play(Supplier<Load> meter, Traffic seen) {
            List<Message> reports = contend(stage.duration());
            Sample sample = sample(reports, meter.get(), seen);
            boolean contended = !ownKeys && processes * threads > 1;
            return contended ? sample.with(verdict()) : sample;
        }

        private List<Message> contend(Duration duration) {
            crew.shared().clear();
            Message order = crew.timed(Message.of("contend"), duration)
                    .with("threads", threads)
                    .with("keys", ownKeys ? "own" : "one");
            List<Message> reports = crew.all(number -> order, stage.patience(duration));
            if (!ownKeys) {
                judge(reports);
            }
            return reports;
        }

        private Sample sample(List<Message> reports, Load load, Traffic seen) {
            List<Long> shared =
                    reports.stream().map(report -> report.number("inTime")).toList();
            double inTime = shared.stream().mapToLong(Long::longValue).sum();
            double total = Message.sum(reports, "total");
            Histogram waits = Latencies.sum(reports, "waits");
            Sample sample = Sample.empty()
                    .with(OPS, inTime * 1e9 / stage.duration().toNanos())
                    .with(JAIN, Fairness.jain(shared))
                    .with(P50, waits.getValueAtPercentile(50) / NANOS_PER_MILLI)
                    .with(P99, waits.getValueAtPercentile(99) / NANOS_PER_MILLI)
                    .with(CPU, load.cpuSeconds() * 1e6 / total);
            return new Cost(stage.server().kind(), "op").charge(sample, load, seen, total);
        }
    }
}
