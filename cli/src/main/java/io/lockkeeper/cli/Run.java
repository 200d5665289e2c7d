package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.file.FileStores;
import io.lockkeeper.file.GroupByte;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of COMMAND under a lock. The supervisor exists first, so that the claim can name its process group, and is gone
 * before the lock is: whoever comes next meets nobody.
 */
final class Run {
    private static final Duration LOOK = Duration.ofMillis(2);
    private static final Duration LONGEST_EXTENSION = Duration.ofSeconds(1);

    private final RunSettings settings;
    private final Signals signals = Signals.caught();
    private final WaitTrouble trouble = new WaitTrouble();
    private final long began = System.nanoTime();
    private Duration grace = Duration.ZERO;
    private volatile @Nullable LeaseLoss loss;

    Run(RunSettings settings) {
        this.settings = settings;
    }

    int execute() throws Exception {
        try (Supervisor supervisor = Supervisor.launch(settings.command)) {
            try (LockClient client = connect(settings.client(supervisor.processGroup()))) {
                supervisor.ready();
                Optional<GroupByte> place = FileStores.groupByte(settings.store, supervisor.processGroup());
                if (place.isPresent()) {
                    supervisor.guard(place.get());
                }
                Lease lease = acquire(client, supervisor.processGroup());
                int code = lease == null ? signals.exitCode() : under(lease, token(client, lease), supervisor);
                signals.ending();
                return code;
            }
        }
    }

    private LockClient connect(ClientOptions options) {
        ClientOptions observed = options.withListener(trouble);
        Optional<Duration> wait = settings.lock().maxWait();
        return wait.isPresent()
                ? Connection.connect(settings.store, observed, wait.get())
                : Connection.connect(settings.store, observed);
    }

    /** What to ask for: what connecting took is part of the wait. */
    private LockOptions options() {
        LockOptions options = settings.lock();
        Duration passed = Duration.ofNanos(System.nanoTime() - began);
        return options.maxWait()
                .map(wait -> options.withMaxWait(wait.compareTo(passed) > 0 ? wait.minus(passed) : Duration.ZERO))
                .orElse(options);
    }

    /** Null if a signal ended the wait. */
    private @Nullable Lease acquire(LockClient client, long group) {
        Lease lease = null;
        try {
            lease = acquired(client, group);
            return lease;
        } finally {
            if (lease == null && client.held().isEmpty()) {
                Connection.abandon(client);
            }
        }
    }

    private @Nullable Lease acquired(LockClient client, long group) {
        signals.waiting();
        try {
            Lease lease = await(client.lock(settings.name, options()), new WaitLine(client, settings, group, trouble));
            if (client.guarantees().expiry() == Guarantees.Expiry.SESSION_END) {
                grace = graceInSession(lease);
            } else {
                awaitFullLength(lease);
                grace = settings.grace(lease);
            }
            if (settings.verbose) {
                String token = token(client, lease);
                Output.error("got the lock '" + settings.name + "'" + (token.isEmpty() ? "" : ", token " + token));
            }
            return lease;
        } catch (InterruptedException signalled) {
            return null;
        } catch (LockTimeoutException timeout) {
            // As asked: no stack trace.
            throw new Failure(settings.conflictExitCode, settings.quiet ? "" : taken(timeout), null);
        }
    }

    private static Lease await(DistributedLock lock, WaitLine line) throws InterruptedException {
        try (line) {
            line.begin();
            return lock.acquire();
        }
    }

    private String taken(LockTimeoutException timeout) {
        Duration wait = settings.lock().maxWait().orElse(timeout.waited());
        return "the lock '" + settings.name + "' could not be acquired"
                + (settings.asksOnce() ? "" : " within " + Durations.brief(wait))
                + timeout.holder().map(holder -> ": it is held by " + holder).orElse("");
    }

    /**
     * A lease that was handed over begins short; the engine prolongs it at once, but a request takes its time.
     */
    private void awaitFullLength(Lease lease) throws InterruptedException {
        Duration enough = settings.lease().dividedBy(2);
        long patience = System.nanoTime() + LONGEST_EXTENSION.toNanos();
        while (lease.isHeld()
                && System.nanoTime() - patience < 0
                && lease.remaining().map(left -> left.compareTo(enough) < 0).orElse(false)) {
            Thread.sleep(LOOK.toMillis());
        }
    }

    private Duration graceInSession(Lease lease) {
        Duration left = lease.remaining().orElse(Duration.ZERO);
        return settings.graceInSession(left).orElseThrow(() -> {
            lease.close();
            return new Failure(
                    ExitCode.UNAVAILABLE,
                    "the session with the store lasts " + Durations.brief(left)
                            + ", which leaves no time to end COMMAND if the lock is lost; make it longer, with ttl=10s (etcd)"
                            + " or session=10s (ZooKeeper) in the store's URL",
                    null);
        });
    }

    /** Empty where the store has none: a number that means nothing would be taken for one. */
    private static String token(LockClient client, Lease lease) {
        return client.guarantees().tokens() == Guarantees.Tokens.NONE ? "" : Long.toString(lease.token());
    }

    private int under(Lease lease, String token, Supervisor supervisor) throws Exception {
        Outcome outcome;
        boolean ended;
        boolean late;
        try {
            Running running =
                    supervisor.run(settings.environment(token), grace, settings.onLost, () -> remainingMillis(lease));
            lease.onLost(lost -> lost(lost, running));
            signals.passTo(running);
            outcome = running.await();
            ended = running.wasEnded();
            late = !lease.isHeld() || outcome instanceof Outcome.TooLate;
        } finally {
            signals.ending();
            // What is still to be ended is ended here, before the lock goes to others.
            supervisor.close();
        }
        return release(lease) || late || ended ? lost(outcome) : code(outcome);
    }

    private static long remainingMillis(Lease lease) {
        return lease.remaining().map(Duration::toMillis).orElse(Long.MAX_VALUE);
    }

    private String leaseIsOver() {
        return "the lease of the lock '" + settings.name + "' (--lease " + Durations.brief(settings.lease())
                + ") is over";
    }

    private void lost(LeaseLoss lost, Running running) {
        loss = lost;
        String what = settings.isLeaseFixed() && lost.reason() == LeaseLoss.Reason.EXPIRED
                ? leaseIsOver()
                : "the lock '" + settings.name + "' was lost: " + lost.reason().sentence();
        if (settings.onLost == OnLost.WARN) {
            Output.error("warning: " + what + "; COMMAND continues (--on-lost warn)");
        } else {
            Output.error(what + "; COMMAND is being ended");
            running.lose();
        }
    }

    /** Lets go. Whether the lock had been lost before. */
    private boolean release(Lease lease) {
        try {
            lease.close();
            return false;
        } catch (LeaseLostException lostBefore) {
            if (loss == null) {
                loss = lostBefore.loss();
                Output.error("the lock '" + settings.name + "' was lost before COMMAND ended: "
                        + lostBefore.loss().reason().sentence());
            }
            return true;
        }
    }

    private int lost(Outcome outcome) {
        if (outcome instanceof Outcome.NotStarted) {
            return code(outcome);
        }
        if (outcome instanceof Outcome.TooLate) {
            Output.error("the lock '" + settings.name + "' was lost before COMMAND began");
        } else if (loss == null) {
            Output.error(
                    settings.isLeaseFixed()
                            ? leaseIsOver() + ", so COMMAND was ended"
                            : "the lock '" + settings.name
                                    + "' was about to be lost, so COMMAND was ended: its lease was not renewed in time");
        }
        return ExitCode.LOST;
    }

    private int code(Outcome outcome) {
        if (outcome instanceof Outcome.Exited exited) {
            return exited.code();
        } else if (outcome instanceof Outcome.Signalled signalled) {
            return ExitCode.ofSignal(signalled.number());
        } else if (outcome instanceof Outcome.NotStarted notStarted) {
            Output.error(settings.command.get(0) + ": " + notStarted.message());
            return notStarted.code();
        }
        Output.error("COMMAND was ended, because its supervisor was killed");
        return ExitCode.SOFTWARE;
    }
}
