package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Ability;
import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What it costs a thread to take a lock again that it holds, and to leave it again. */
final class Reentry extends Scenario {
    private static final Column OPS = Column.more("ops/s");
    private static final Column NANOS = Column.less("ns/op");

    Reentry() {
        super("s5", "Re-enter and leave a held lock, 1 thread");
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>(List.of(OPS, NANOS));
        columns.addAll(new Cost(kind, "op").calls());
        return columns;
    }

    @Override
    boolean admits(Contestant contestant) {
        return contestant.can(Ability.REENTRANT);
    }

    @Override
    Session open(Contestant contestant, Stage stage) {
        return new Rounds(contestant, stage);
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
            Supplier<Load> meter = stage.server().measure();
            Message report = play(stage.duration());
            Load load = meter.get();
            ask("drop");
            crew.pause();
            double total = report.number("total");
            double nanos = report.number("nanos");
            Sample sample = Sample.empty().with(OPS, total * 1e9 / nanos).with(NANOS, nanos / total);
            return new Cost(stage.server().kind(), "op").charge(sample, load, seen, total);
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
