package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.InProcess;
import io.lockkeeper.bench.contestants.LockkeeperWithoutLocalRuns;
import io.lockkeeper.bench.guard.Verdict;
import io.lockkeeper.bench.report.Column;
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

/** How long a lock is on its way from one process to another that waits for it. */
final class HandOvers implements Scenario {
    private static final Column P50 = Column.less("p50 ms");
    private static final Column P99 = Column.less("p99 ms");
    private static final Column REQUESTS = Column.less("requests/hand-over");
    private static final Column COMMANDS = Column.less("commands/hand-over");
    private static final Column COUNT = Column.more("hand-overs");

    @Override
    public String id() {
        return "s6";
    }

    @Override
    public String title() {
        return "Hand-over between two processes, from the call of unlock to the return of lock";
    }

    @Override
    public List<Column> columns() {
        return List.of(P50, P99, REQUESTS, COMMANDS, COUNT);
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        return contestants.stream()
                .filter(each -> !(each instanceof InProcess || each instanceof LockkeeperWithoutLocalRuns))
                .map(each -> new Entrant(each.name(), () -> new Rounds(each, stage)))
                .toList();
    }

    private static final class Rounds implements Session {
        private final Stage stage;
        private final Crew crew;
        private @Nullable Traffic seen;
        private Verdict soFar = new Verdict(0);

        Rounds(Contestant contestant, Stage stage) {
            this.stage = stage;
            this.crew = Crew.start(contestant, stage.server().url(), 2);
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
            List<Message> reports = play(stage.duration().multipliedBy(3)); // Most of it is pauses.
            Load load = meter.read();
            crew.pause();
            Histogram latencies = Latencies.sum(reports.stream()
                    .map(report -> Latencies.decode(report.get("latencies")))
                    .toList());
            double handOvers = latencies.getTotalCount();
            return Sample.empty()
                    .with(P50, latencies.getValueAtPercentile(50) / 1e6)
                    .with(P99, latencies.getValueAtPercentile(99) / 1e6)
                    .with(REQUESTS, load.requests(seen) / handOvers)
                    .with(COMMANDS, load.commands() / handOvers)
                    .with(COUNT, handOvers)
                    .with(soFar);
        }

        private List<Message> play(Duration duration) {
            crew.shared().clear();
            Message order = crew.timed(Message.of("handover"), duration);
            List<Message> reports = crew.all(number -> order.with("first", number == 0), stage.patience(duration));
            soFar = soFar.and(crew.judge(reports));
            return reports;
        }

        @Override
        public void close() {
            crew.close();
        }
    }
}
