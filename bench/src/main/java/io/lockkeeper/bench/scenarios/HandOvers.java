package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
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

/** How long a lock is on its way from one process to another that waits for it. */
final class HandOvers extends Scenario {
    private static final Column P50 = Column.less("p50 ms");
    private static final Column P99 = Column.less("p99 ms");
    private static final Column COUNT = Column.more("hand-overs");

    HandOvers() {
        super("s6", "Hand-over between two processes, from the call of unlock to the return of lock");
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>(List.of(P50, P99));
        columns.addAll(cost(kind).calls());
        columns.add(COUNT);
        return columns;
    }

    @Override
    Session open(Contestant contestant, Stage stage) {
        return new Rounds(contestant, stage);
    }

    private static Cost cost(ServerKind kind) {
        return new Cost(kind, "hand-over");
    }

    private static final class Rounds extends CrewSession {

        Rounds(Contestant contestant, Stage stage) {
            super(stage, Crew.start(contestant, stage.server().url(), 2));
        }

        @Override
        void warmUp() {
            pass(stage.duration());
        }

        @Override
        void count() {
            pass(stage.count());
        }

        @Override
        Sample play(Supplier<Load> meter, Traffic seen) {
            List<Message> reports = pass(stage.duration().multipliedBy(3)); // Most of it is pauses.
            Load load = meter.get();
            Histogram latencies = Latencies.sum(reports, "latencies");
            double handOvers = latencies.getTotalCount();
            Sample sample = Sample.empty()
                    .with(P50, latencies.getValueAtPercentile(50) / 1e6)
                    .with(P99, latencies.getValueAtPercentile(99) / 1e6)
                    .with(COUNT, handOvers)
                    .with(verdict());
            return cost(stage.server().kind()).charge(sample, load, seen, handOvers);
        }

        private List<Message> pass(Duration duration) {
            crew.shared().clear();
            Message order = crew.timed(Message.of("handover"), duration);
            List<Message> reports = crew.all(number -> order.with("first", number == 0), stage.patience(duration));
            judge(reports);
            return reports;
        }
    }
}
