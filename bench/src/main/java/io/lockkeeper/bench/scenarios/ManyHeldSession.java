package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.LoadMeter;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.server.Watch;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.bench.workers.WorkerProcess;
import java.time.Duration;

/** One contestant's rounds of {@link ManyHeld}, each with a new process. */
final class ManyHeldSession implements Session {
    private static final int HEAP_MEGABYTES = 512;
    private static final int FEW = 500;
    private static final Duration RENEWAL_AND_MORE = ManyHeld.LEASE.dividedBy(3).plusMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Contestant contestant;
    private final Stage stage;

    ManyHeldSession(Contestant contestant, Stage stage) {
        this.contestant = contestant;
        this.stage = stage;
    }

    @Override
    public Sample measure() {
        stage.server().flush();
        try (WorkerProcess worker =
                WorkerProcess.start(contestant, stage.server().url(), HEAP_MEGABYTES)) {
            ask(worker, Message.of("open").with("leaseMillis", ManyHeld.LEASE.toMillis()));
            Message before;
            Load load;
            Traffic seen;
            // From the first lock on: commands that are rare among renewals, as what prolongs a key, are known from
            // there.
            try (Watch watch = stage.server().watch()) {
                useFirst(worker);
                before = ask(worker, Message.of("footprint"));
                ask(worker, some("hold", "held:", ManyHeld.COUNT));
                load = renewals();
                seen = watch.finish();
            }
            Message after = ask(worker, Message.of("footprint"));
            Message dropped = ask(worker, some("drop", "held:", ManyHeld.COUNT));
            ask(worker, some("churn", "short:", ManyHeld.COUNT));
            ask(worker, some("hold", "held:", ManyHeld.COUNT));
            Load later = renewals();
            Message droppedLater = ask(worker, some("drop", "held:", ManyHeld.COUNT));
            Sample sample = Sample.empty()
                    .with(ManyHeld.HEAP, grown(before, after, "heap") / ManyHeld.COUNT)
                    .with(ManyHeld.THREADS, grown(before, after, "threads"))
                    .with(ManyHeld.LOST, (double) (dropped.number("lost") + droppedLater.number("lost")));
            ServerKind kind = stage.server().kind();
            double seconds = ManyHeld.LEASE.toMillis() / 1e3;
            sample = ManyHeld.renewing(kind).charge(sample, load, seen, seconds);
            sample = ManyHeld.afterShortLocks(kind).charge(sample, later, seen, seconds);
            String loss = String.join("", dropped.words("first")) + String.join("", droppedLater.words("first"));
            return loss.isEmpty() ? sample : sample.withNote("at the first unlock of a lost lock: " + loss);
        }
    }

    /** Has classes loaded and buffers made, which are not the locks' heap, and lets timers that were set come to an end. */
    private static void useFirst(WorkerProcess worker) {
        ask(worker, some("hold", "first:", FEW));
        ask(worker, some("drop", "first:", FEW));
        pause(RENEWAL_AND_MORE);
    }

    /** Returns what is carried out in the time of one lease, once what was acquired over a while is renewed in step. */
    private Load renewals() {
        pause(ManyHeld.LEASE.multipliedBy(2).dividedBy(3));
        LoadMeter meter = stage.server().measure();
        pause(ManyHeld.LEASE);
        return meter.read();
    }

    private static Message some(String verb, String prefix, int count) {
        return Message.of(verb).with("prefix", prefix).with("count", count);
    }

    private static Message ask(WorkerProcess worker, Message order) {
        return worker.ask(order, PATIENCE);
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static double grown(Message before, Message after, String what) {
        return (double) (after.number(what) - before.number(what));
    }

    @Override
    public void close() {
        // Each round has ended its process.
    }
}
