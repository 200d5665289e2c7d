package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Reentrant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.LoadMeter;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What it costs a thread to take a lock again that it holds, and to leave it again. */
final class Reentry implements Scenario {
    private static final Column OPS = Column.more("ops/s");
    private static final Column NANOS = Column.less("ns/op");

    @Override
    public String id() {
        return "s5";
    }

    @Override
    public String title() {
        return "Re-enter and leave a held lock, 1 thread";
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>(List.of(OPS, NANOS));
        columns.addAll(cost(kind).calls());
        return columns;
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        return contestants.stream()
                .filter(Reentrant.class::isInstance)
                .map(each -> new Entrant(each.name(), () -> new Rounds(each, stage)))
                .toList();
    }

    private static Cost cost(ServerKind kind) {
        return new Cost(kind, "op");
    }

    private static final class Rounds implements Session {
        private static final String PREFIX = "held:";

        private final Stage stage;
        private final Crew crew;
        private @Nullable Traffic seen;

        Rounds(Contestant contestant, Stage stage) {
            this.stage = stage;
            this.crew = Crew.start(contestant, stage.server().url(), 1);
        }

        @Override
        public Sample measure() {
            crew.resume();
            if (seen == null) {
                stage.server().flush();
                ask("hold");
                stage.warmUp(crew, this::play);
                seen = stage.watchHeld(() -> play(stage.count()));
                ask("drop");
            }
            stage.server().flush();
            ask("hold");
            LoadMeter meter = stage.server().measure();
            Message report = play(stage.duration());
            Load load = meter.read();
            ask("drop");
            crew.pause();
            double total = report.number("total");
            double nanos = report.number("nanos");
            Sample sample = Sample.empty().with(OPS, total * 1e9 / nanos).with(NANOS, nanos / total);
            return cost(stage.server().kind()).charge(sample, load, seen, total);
        }

        private void ask(String verb) {
            Message order = Message.of(verb).with("prefix", PREFIX).with("count", 1);
            crew.worker(0).ask(order, stage.patience(Duration.ZERO));
        }

        private Message play(Duration duration) {
            Message order = crew.timed(Message.of("reenter"), duration).with("name", PREFIX + 0);
            return crew.worker(0).ask(order, stage.patience(duration));
        }

        @Override
        public void close() {
            crew.close();
        }
    }
}
