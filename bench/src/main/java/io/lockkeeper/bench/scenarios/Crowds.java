package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.bench.workers.Moments;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Many threads in four processes wait for one key; each takes it once, for a millisecond. */
final class Crowds extends Scenario {
    private static final Column RATE = Column.more("hand-overs/s");
    private static final int CROWD = 200;
    private static final List<Integer> OTHER_CROWDS = List.of(20, 1_000);
    private static final int PROCESSES = 4;
    private static final long SETTLE_NANOS = 500_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    Crowds() {
        super("s7", CROWD + " threads in 4 processes wait for one key, each takes it once for 1 ms");
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>(List.of(RATE));
        columns.addAll(handOver(kind).calls());
        columns.addAll(handOver(kind).bytes());
        columns.add(waiting(kind).calls().get(0));
        return columns;
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        List<Entrant> entrants = new ArrayList<>();
        for (Entrant entrant : super.entrants(contestants, stage)) {
            entrants.add(entrant);
            contestants.stream()
                    .filter(each -> each == Contestants.WITHOUT_LOCAL_RUNS
                            && each.name().equals(entrant.name()))
                    .forEach(each -> OTHER_CROWDS.forEach(size -> entrants.add(new Entrant(
                            "%s, %,d threads".formatted(each.name(), size), () -> new Rounds(each, size, stage)))));
        }
        return entrants;
    }

    @Override
    Session open(Contestant contestant, Stage stage) {
        return new Rounds(contestant, CROWD, stage);
    }

    private static Cost handOver(ServerKind kind) {
        return new Cost(kind, "hand-over");
    }

    private static Cost waiting(ServerKind kind) {
        return new Cost(kind, "s while all wait");
    }

    /** A fifth process holds the key until everyone waits. */
    private static final class Rounds extends CrewSession {
        private final int size;
        private final Wait wait;

        Rounds(Contestant contestant, int size, Stage stage) {
            super(stage, Crew.start(contestant, stage.server().url(), PROCESSES + 1));
            this.size = size;
            this.wait = Wait.on(stage.server().kind());
        }

        @Override
        void warmUp() {
            pass(stage.server().measure());
        }

        @Override
        void count() {
            pass(stage.server().measure());
        }

        @Override
        Sample play(Supplier<Load> meter, Traffic seen) {
            Play play = pass(meter);
            ServerKind kind = stage.server().kind();
            Sample sample = Sample.empty().with(RATE, size * 1e9 / play.nanos).with(verdict());
            sample = handOver(kind).charge(sample, play.queueing.plus(play.passing), seen, size);
            return waiting(kind).charge(sample, play.waiting, seen, wait.countedNanos / 1e9);
        }

        private Play pass(Supplier<Load> queueing) {
            crew.shared().clear();
            crew.worker(PROCESSES).order(crew.timed(Message.of("door"), Duration.ZERO));
            await(Mark.DOOR, 1);
            Message order = crew.timed(Message.of("crowd"), Duration.ZERO).with("threads", size / PROCESSES);
            for (int i = 0; i < PROCESSES; i++) {
                crew.worker(i).order(order);
            }
            await(Mark.BEGUN, size);
            Moments.pause(SETTLE_NANOS);
            Load queued = queueing.get();
            Moments.pause(wait.beforeNanos);
            Supplier<Load> waiting = stage.server().measure();
            Moments.pause(wait.countedNanos);
            Load waited = waiting.get();
            Supplier<Load> passing = stage.server().measure();
            crew.shared().setVolatile(Mark.DOOR, 2);
            Message door = crew.worker(PROCESSES).answer(PATIENCE);
            List<Message> reports = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                reports.add(crew.worker(i).answer(PATIENCE));
            }
            long end = reports.stream()
                    .mapToLong(report -> report.number("end"))
                    .max()
                    .orElseThrow();
            Play play = new Play(queued, waited, passing.get(), end - door.number("start"));
            reports.add(door.with("total", 1));
            judge(reports);
            return play;
        }

        private void await(Mark mark, long value) {
            Await.until(mark + " = " + value, PATIENCE, () -> crew.shared().getVolatile(mark) == value);
        }
    }

    /**
     * How long the holder lets all wait once they do.
     *
     * @param beforeNanos not counted
     * @param countedNanos for the requests while all wait
     */
    private record Wait(long beforeNanos, long countedNanos) {

        /** On databases some look ever less often, and so seldom that a second would not tell: there the holder is slow. */
        static Wait on(ServerKind kind) {
            return kind == ServerKind.REDIS ? new Wait(0, 1_000_000_000) : new Wait(1_500_000_000, 2_000_000_000);
        }
    }

    private record Play(Load queueing, Load waiting, Load passing, long nanos) {}
}
