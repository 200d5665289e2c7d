package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Monitor;
import io.lockkeeper.bench.server.MonitorLine;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.bench.workers.WorkerProcess;
import java.time.Duration;
import java.util.List;

/**
 * One contestant's rounds of {@link ManyHeld}, each with a new process, which no other contestant's process is beside.
 *
 * <p>Nothing is timed here, so MONITOR counts directly.
 */
final class ManyHeldSession implements Session {
    private static final int HEAP_MEGABYTES = 512;
    private static final int FIRST_USE = 100;
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
            ask(worker, Message.of("churn").with("count", FIRST_USE)); // Loads classes, which are not the locks' heap.
            Message before = ask(worker, Message.of("footprint"));
            ask(worker, Message.of("hold").with("count", ManyHeld.COUNT));
            List<MonitorLine> lines = renewals();
            Message after = ask(worker, Message.of("footprint"));
            double heap = grown(before, after, "heap");
            Sample sample = Sample.empty()
                    .with(ManyHeld.REQUESTS, requestsPerSecond(lines))
                    .with(ManyHeld.COMMANDS, perSecond(lines.size()))
                    .with(ManyHeld.HEAP, heap / ManyHeld.COUNT)
                    .with(ManyHeld.THREADS, grown(before, after, "threads"));
            ask(worker, Message.of("drop").with("count", ManyHeld.COUNT));
            ask(worker, Message.of("churn").with("count", ManyHeld.COUNT));
            ask(worker, Message.of("hold").with("count", ManyHeld.COUNT));
            List<MonitorLine> later = renewals();
            return sample.with(ManyHeld.REQUESTS_AFTER, requestsPerSecond(later))
                    .with(ManyHeld.COMMANDS_AFTER, perSecond(later.size()));
        }
    }

    private static double grown(Message before, Message after, String what) {
        return (double) (after.number(what) - before.number(what));
    }

    private static Message ask(WorkerProcess worker, Message order) {
        return worker.ask(order, PATIENCE);
    }

    /** What is carried out in the time of one lease. */
    private List<MonitorLine> renewals() {
        try (Monitor monitor = Monitor.start(stage.server())) {
            Thread.sleep(ManyHeld.LEASE.toMillis());
            return monitor.finish(stage.server()).stream()
                    .filter(line -> !line.command().equals("ping"))
                    .toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static double requestsPerSecond(List<MonitorLine> lines) {
        return perSecond(lines.stream().filter(MonitorLine::isRequest).count());
    }

    private static double perSecond(long count) {
        return count / (double) ManyHeld.LEASE.toSeconds();
    }

    @Override
    public void close() {
        // Each round has ended its process.
    }
}
