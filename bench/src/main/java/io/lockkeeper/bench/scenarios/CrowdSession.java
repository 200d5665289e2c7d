package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.guard.Mark;
import io.lockkeeper.bench.guard.Verdict;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.LoadMeter;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One contestant's rounds of {@link Crowds}. A fifth process holds the key until everyone waits. */
final class CrowdSession implements Session {
    private static final int PROCESSES = 4;
    private static final Duration SETTLE = Duration.ofMillis(500);
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Stage stage;
    private final int size;
    private final Crew crew;
    private @Nullable Traffic seen;
    private Verdict soFar = new Verdict(0);

    CrowdSession(Contestant contestant, int size, Stage stage) {
        this.stage = stage;
        this.size = size;
        this.crew = Crew.start(contestant, stage.server().url(), PROCESSES + 1);
    }

    @Override
    public Sample measure() {
        crew.resume();
        if (seen == null) {
            seen = stage.watch(this::play); // Warms up, too.
        }
        stage.server().flush();
        Play play = play();
        crew.pause();
        double requests = play.queueing.requests(seen) + play.passing.requests(seen);
        double commands = play.queueing.commands() + play.passing.commands();
        return Sample.empty()
                .with(Crowds.RATE, size * 1e9 / play.nanos)
                .with(Crowds.REQUESTS, requests / size)
                .with(Crowds.COMMANDS, commands / size)
                .with(Crowds.WAITING, play.waiting.requests(seen) * 1e3 / WAIT.toMillis())
                .with(soFar);
    }

    private Play play() {
        crew.shared().clear();
        crew.worker(PROCESSES).order(crew.timed(Message.of("door"), Duration.ZERO));
        await(Mark.DOOR, 1);
        LoadMeter queueing = LoadMeter.start(stage.server());
        Message order = crew.timed(Message.of("crowd"), Duration.ZERO).with("threads", size / PROCESSES);
        for (int i = 0; i < PROCESSES; i++) {
            crew.worker(i).order(order);
        }
        await(Mark.BEGUN, size);
        pause(SETTLE);
        Load queued = queueing.read();
        LoadMeter waiting = LoadMeter.start(stage.server());
        pause(WAIT);
        Load waited = waiting.read();
        LoadMeter passing = LoadMeter.start(stage.server());
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
        soFar = soFar.and(crew.judge(reports));
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

    @Override
    public void close() {
        crew.close();
    }

    private record Play(Load queueing, Load waiting, Load passing, long nanos) {}
}
