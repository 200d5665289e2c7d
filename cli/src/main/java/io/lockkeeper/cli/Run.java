package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.MultiLease;
import io.lockkeeper.file.FileStores;
import io.lockkeeper.file.GroupByte;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of COMMAND under a lock. The supervisor exists first, so that the claim can name its process group, and is gone
 * before the lock is: whoever comes next meets nobody.
 */
final class Run {
    /** A shorter COMMAND is not worth the connection on which the store pushes. */
    private static final Duration BEFORE_LISTENING = Duration.ofMillis(500);

    /** How often the store is asked whether the lock is still there; a store without leases answers from this machine. */
    private static final Duration REQUEST = Duration.ofSeconds(3);

    private static final Duration SCRIPT_LOOK = Duration.ofMillis(10);

    private static final Duration LOCAL_LOOK = Duration.ofMillis(500);

    private final RunSettings settings;
    private final Report report;
    private final Signals signals = new Signals(this::halt);
    private final WaitTrouble trouble = new WaitTrouble();
    private final long began = System.nanoTime();
    private volatile @Nullable LeaseLoss loss;
    private volatile boolean recalled;
    private boolean orphaned;
    private boolean unaware;

    Run(RunSettings settings, Report report) {
        this.settings = settings;
        this.report = report;
        report.begin(settings);
    }

    private void halt(int code) {
        report.stopped(code);
        report.write(code);
        Runtime.getRuntime().halt(code);
    }

    int execute() throws Exception {
        try (Supervisor supervisor = Supervisor.ofLauncher(signals)) {
            LockClient client = connect(settings.client(supervisor.holder()));
            try (Acquisition acquisition = new Acquisition(settings, client, signals, trouble, began)) {
                settings.checkReach(client.guarantees());
                Optional<GroupByte> place = FileStores.groupByte(settings.store, supervisor.processGroup());
                if (place.isPresent()) {
                    supervisor.guard(place.get());
                }
                MultiLease lease = acquisition.acquire(supervisor.holder());
                int code = lease == null ? signals.exitCode() : under(lease, acquisition, supervisor);
                signals.ending();
                if (lease == null) {
                    report.stopped(code);
                }
                return code;
            }
        }
    }

    private LockClient connect(ClientOptions options) throws InterruptedException {
        ClientOptions observed = options.withListener(trouble);
        if (settings.round > 1) {
            return new Reconnection(settings).connect(observed);
        }
        Optional<Duration> wait = settings.lock().maxWait();
        return wait.isPresent()
                ? Connection.connect(settings.store, observed, wait.get())
                : Connection.connect(settings.store, observed);
    }

    private int under(MultiLease lease, Acquisition acquisition, Supervisor supervisor) throws Exception {
        List<String> tokens = acquisition.tokens(lease);
        report.acquired(tokens);
        Outcome outcome;
        boolean ended;
        boolean late;
        try {
            supervisor.use(settings.job);
            if (settings.restarts) {
                supervisor.restartAfterLoss();
            }
            Running running = supervisor.run(
                    settings.environment(tokens), acquisition.grace(), settings.onLost, () -> remainingMillis(lease));
            for (Lease each : lease.leases()) {
                each.onLost(lost -> lost(lost, running));
            }
            signals.passTo(running);
            if (!running.endsWithin(BEFORE_LISTENING)) {
                for (Lease each : lease.leases()) {
                    each.onRecalled(recall -> recalled(recall.name(), running));
                }
            }
            while (!running.endsWithin(lease.remaining().isPresent() ? REQUEST : LOCAL_LOOK)) {
                lease.verify(); // Of a lock that is deleted no store tells by itself.
            }
            outcome = running.await();
            ended = running.wasEnded();
            orphaned = running.wasOrphaned();
            unaware = running.wasUnaware();
            late = !lease.isHeld() || outcome instanceof Outcome.TooLate;
        } finally {
            signals.ending();
            // What is still to be ended is ended here, before the lock goes to others.
            supervisor.close();
        }
        if (ended && settings.job instanceof Job.Hold) {
            letScriptStop(lease, acquisition.grace());
        }
        return release(lease) || late || ended ? lost(outcome) : code(outcome);
    }

    /** A script sees that its lock comes to an end when the output of hold does: then it has the grace, as a COMMAND has. */
    private static void letScriptStop(MultiLease lease, Duration grace) throws InterruptedException {
        long end = System.nanoTime() + grace.toNanos();
        while (lease.isHeld() && System.nanoTime() - end < 0) {
            Thread.sleep(SCRIPT_LOOK.toMillis());
        }
    }

    private static long remainingMillis(MultiLease lease) {
        return lease.remaining().map(Duration::toMillis).orElse(Long.MAX_VALUE);
    }

    private String leaseIsOver() {
        return "the lease of " + settings.locks() + " (--lease " + Durations.brief(settings.lease()) + ") is over";
    }

    private void lost(LeaseLoss lost, Running running) {
        loss = lost;
        report.released();
        String what = settings.isLeaseFixed() && lost.reason() == LeaseLoss.Reason.EXPIRED
                ? leaseIsOver()
                : "the lock '" + lost.name() + "' was lost: " + lost.reason().sentence();
        if (!settings.onLost.ends()) {
            Output.error("warning: " + what + "; " + settings.job.word() + " continues (--on-lost warn)");
        } else {
            running.lose(); // Before the message, for which nobody may have room.
            Output.error(what + "; " + settings.ending());
        }
    }

    /** Somebody asks for the lock, who takes it by force if COMMAND does not end. */
    private void recalled(String name, Running running) {
        if (running.outcome().isDone()) {
            return; // The lock is released now anyway.
        }
        String what = "the lock '" + name + "' is recalled by lockkeeper release or another client";
        if (!settings.onLost.ends()) {
            Output.error("warning: " + what + "; " + settings.job.word() + " continues (--on-lost warn)");
        } else {
            recalled = true;
            running.lose();
            Output.error(what + "; " + settings.ending());
        }
    }

    /** Lets go. Whether the lock had been lost before. */
    private boolean release(MultiLease lease) {
        try {
            lease.close();
            return false;
        } catch (LeaseLostException lostBefore) {
            if (loss == null) {
                loss = lostBefore.loss();
                Output.error("the lock '" + lostBefore.loss().name() + "' was lost before " + settings.job.word()
                        + " ended: " + lostBefore.loss().reason().sentence());
            }
            return true;
        } finally {
            report.released();
        }
    }

    private int lost(Outcome outcome) {
        if (outcome instanceof Outcome.NotStarted) {
            return code(outcome);
        }
        LeaseLoss known = loss;
        if (known == null && recalled) {
            report.over(Report.Reason.RECALLED);
        } else {
            report.lost((known == null ? LeaseLoss.Reason.EXPIRED : known.reason()).name());
        }
        if (outcome instanceof Outcome.TooLate) {
            Output.error(settings.locks() + wasOrWere() + "lost before " + settings.job.word() + " began");
        } else if (loss == null && !recalled) {
            String ended = ", so " + settings.job.word() + " was ended";
            Output.error(
                    orphaned
                            ? "its launcher was killed" + ended
                            : settings.isLeaseFixed()
                                    ? leaseIsOver() + ended
                                    : unaware
                                            ? notTold()
                                            : settings.locks() + wasOrWere() + "about to be lost" + ended
                                                    + ": its lease was not renewed in time");
        }
        return ExitCode.LOST;
    }

    private String notTold() {
        return settings.job.word()
                + " was ended, because lockkeeper was stopped or too slow: its supervisor was not told in"
                + " time that the lease of " + settings.locks() + " was renewed";
    }

    private String wasOrWere() {
        return settings.names.size() == 1 ? " was " : " were ";
    }

    private int code(Outcome outcome) {
        if (outcome instanceof Outcome.Exited exited) {
            report.over(Report.Reason.COMPLETED);
            return exited.code();
        } else if (outcome instanceof Outcome.Signalled signalled) {
            report.stopped(ExitCode.ofSignal(signalled.number()));
            return ExitCode.ofSignal(signalled.number());
        } else if (outcome instanceof Outcome.NotStarted notStarted) {
            boolean missing = notStarted.code() == 127;
            report.over(missing ? Report.Reason.NOT_FOUND : Report.Reason.NOT_EXECUTABLE);
            Output.error(settings.job.program() + ": " + notStarted.message());
            return notStarted.code();
        }
        Output.error(settings.job.word() + " was ended, because its supervisor was killed");
        return ExitCode.SOFTWARE;
    }
}
