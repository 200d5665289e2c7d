package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.LoadMeter;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One contestant's rounds of {@link Crowds}. A fifth process holds the key until everyone waits. */
final class CrowdSession extends CrewSession {
    private static final int PROCESSES = 4;
    private static final Duration SETTLE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final int size;
    private final Wait wait;

    CrowdSession(Contestant contestant, int size, Stage stage) {
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
    Sample play(LoadMeter meter, Traffic seen) {
        Play play = pass(meter);
        ServerKind kind = stage.server().kind();
        Sample sample =
                Sample.empty().with(Crowds.RATE, size * 1e9 / play.nanos).with(verdict());
        sample = Crowds.handOver(kind).charge(sample, play.queueing.plus(play.passing), seen, size);
        return Crowds.waiting(kind).charge(sample, play.waiting, seen, wait.counted.toMillis() / 1e3);
    }

    private Play pass(LoadMeter queueing) {
        crew.shared().clear();
        crew.worker(PROCESSES).order(crew.timed(Message.of("door"), Duration.ZERO));
        await(Mark.DOOR, 1);
        Message order = crew.timed(Message.of("crowd"), Duration.ZERO).with("threads", size / PROCESSES);
        for (int i = 0; i < PROCESSES; i++) {
            crew.worker(i).order(order);
        }
        await(Mark.BEGUN, size);
        pause(SETTLE);
        Load queued = queueing.read();
        pause(wait.before);
        LoadMeter waiting = stage.server().measure();
        pause(wait.counted);
        Load waited = waiting.read();
        LoadMeter passing = stage.server().measure();
        crew.shared().setVolatile(Mark.DOOR, 2);
        Message door = crew.worker(PROCESSES).answer(PATIENCE);
        List<Message> reports = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            reports.add(crew.worker(i).answer(PATIENCE));
        }
        long end =
                reports.stream().mapToLong(report -> report.number("end")).max().orElseThrow();
        Play play = new Play(queued, waited, passing.read(), end - door.number("start"));
        reports.add(door.with("total", 1));
        judge(reports);
        return play;
    }

    private void await(Mark mark, long value) {
        Await.until(mark + " = " + value, PATIENCE, () -> crew.shared().getVolatile(mark) == value);
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * How long the holder lets all wait once they do.
     *
     * @param before not counted
     * @param counted for the requests while all wait
     */
    private record Wait(Duration before, Duration counted) {

        /** On databases some look ever less often, and so seldom that a second would not tell: there the holder is slow. */
        static Wait on(ServerKind kind) {
            return kind == ServerKind.REDIS
                    ? new Wait(Duration.ZERO, Duration.ofSeconds(1))
                    : new Wait(Duration.ofMillis(1_500), Duration.ofSeconds(2));
        }
    }

    private record Play(Load queueing, Load waiting, Load passing, long nanos) {}
}
