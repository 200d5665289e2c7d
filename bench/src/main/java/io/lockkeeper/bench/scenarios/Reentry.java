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

    private static final class Rounds extends CrewSession {
        private static final String PREFIX = "held:";

        Rounds(Contestant contestant, Stage stage) {
            super(stage, Crew.start(contestant, stage.server().url(), 1));
        }

        @Override
        void warmUp() {
            stage.server().flush();
            whileHeld(() -> stage.warmUp(crew, this::reenter));
        }

        @Override
        void count() {
            whileHeld(() -> reenter(stage.count()));
        }

        /** What it takes to get the lock is not counted: the meter is started once it is held. */
        @Override
        Sample play(Supplier<Load> before, Traffic seen) {
            ask("hold");
            Supplier<Load> meter = stage.server().measure();
            Message report = reenter(stage.duration());
            Load load = meter.get();
            ask("drop");
            double total = report.number("total");
            double nanos = report.number("nanos");
            Sample sample = Sample.empty().with(OPS, total * 1e9 / nanos).with(NANOS, nanos / total);
            return new Cost(stage.server().kind(), "op").charge(sample, load, seen, total);
        }

        private void whileHeld(Runnable play) {
            ask("hold");
            play.run();
            ask("drop");
        }

        private void ask(String verb) {
            Message order = Message.of(verb).with("prefix", PREFIX).with("count", 1);
            crew.worker(0).ask(order, stage.patience(Duration.ZERO));
        }

        private Message reenter(Duration duration) {
            Message order = crew.timed(Message.of("reenter"), duration).with("name", PREFIX + 0);
            return crew.worker(0).ask(order, stage.patience(duration));
        }
    }
}
