package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Ability;
import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.Server;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.server.Watch;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.bench.workers.Moments;
import io.lockkeeper.bench.workers.WorkerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What it costs one process to keep many locks alive. */
final class ManyHeld extends Scenario {
    private static final int COUNT = 5_000;
    private static final int FEW = 500;
    private static final int HEAP_MEGABYTES = 512;
    private static final Duration LEASE = Duration.ofSeconds(9);
    private static final Duration RENEWAL_AND_MORE = LEASE.dividedBy(3).plusMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Column HEAP = Column.less("heap B/lock");
    private static final Column THREADS = Column.less("threads added");
    private static final Column LOST = Column.less("locks lost");

    ManyHeld() {
        super("s8", "5,000 locks held by one process and renewed, lease 9 s");
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>(renewing(kind).calls());
        columns.addAll(List.of(HEAP, THREADS));
        columns.addAll(afterShortLocks(kind).calls());
        columns.add(LOST);
        return columns;
    }

    /** A third: it counts much and times nothing, and takes long. */
    @Override
    public int rounds(int asked) {
        return Math.max(1, asked / 3);
    }

    @Override
    boolean admits(Contestant contestant) {
        return contestant.can(Ability.RENEWING);
    }

    /** Each round has a process of its own, and ends it. */
    @Override
    Session open(Contestant contestant, Stage stage) {
        return () -> {
            stage.server().flush();
            try (WorkerProcess worker =
                    WorkerProcess.start(contestant, stage.server().url(), HEAP_MEGABYTES)) {
                return measure(worker, stage.server());
            }
        };
    }

    private static Sample measure(WorkerProcess worker, Server server) {
        worker.ask(Message.of("open").with("leaseMillis", LEASE.toMillis()), PATIENCE);
        Message before;
        Load load;
        Traffic seen;
        // From the first lock on: commands that are rare among renewals, as what prolongs a key, are known from there.
        try (Watch watch = server.watch()) {
            useFirst(worker);
            before = worker.ask(Message.of("footprint"), PATIENCE);
            ask(worker, "hold", "held:", COUNT);
            load = renewals(server);
            seen = watch.finish();
        }
        Message after = worker.ask(Message.of("footprint"), PATIENCE);
        Message dropped = ask(worker, "drop", "held:", COUNT);
        ask(worker, "churn", "short:", COUNT);
        ask(worker, "hold", "held:", COUNT);
        Load later = renewals(server);
        Message droppedLater = ask(worker, "drop", "held:", COUNT);
        Sample sample = Sample.empty()
                .with(HEAP, grown(before, after, "heap") / COUNT)
                .with(THREADS, grown(before, after, "threads"))
                .with(LOST, (double) (dropped.number("lost") + droppedLater.number("lost")));
        double seconds = LEASE.toMillis() / 1e3;
        sample = renewing(server.kind()).charge(sample, load, seen, seconds);
        sample = afterShortLocks(server.kind()).charge(sample, later, seen, seconds);
        String loss = String.join("", dropped.words("first")) + String.join("", droppedLater.words("first"));
        return loss.isEmpty() ? sample : sample.withNote("at the first unlock of a lost lock: " + loss);
    }

    /** Has classes loaded and buffers made, which are not the locks' heap, and lets timers that were set come to an end. */
    private static void useFirst(WorkerProcess worker) {
        ask(worker, "hold", "first:", FEW);
        ask(worker, "drop", "first:", FEW);
        Moments.pause(RENEWAL_AND_MORE.toNanos());
    }

    /** Returns what is carried out in the time of one lease, once what was acquired over a while is renewed in step. */
    private static Load renewals(Server server) {
        Moments.pause(LEASE.toNanos() * 2 / 3);
        Supplier<Load> meter = server.measure();
        Moments.pause(LEASE.toNanos());
        return meter.get();
    }

    private static Message ask(WorkerProcess worker, String verb, String prefix, int count) {
        return worker.ask(Message.of(verb).with("prefix", prefix).with("count", count), PATIENCE);
    }

    private static double grown(Message before, Message after, String what) {
        return (double) (after.number(what) - before.number(what));
    }

    private static Cost renewing(ServerKind kind) {
        return new Cost(kind, "s");
    }

    private static Cost afterShortLocks(ServerKind kind) {
        return new Cost(kind, "s after short locks");
    }
}
