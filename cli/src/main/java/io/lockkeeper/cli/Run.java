package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Guarantees;
import io.lockkeeper.HolderProcess;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.StoreUnavailableException;
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
    /** A shorter COMMAND is not worth the connection on which the store pushes. */
    private static final Duration BEFORE_LISTENING = Duration.ofMillis(500);

    /** How often the store is asked whether the lock is still there; a store without leases answers from this machine. */
    private static final Duration REQUEST = Duration.ofSeconds(3);

    private static final Duration LOCAL_LOOK = Duration.ofMillis(500);

    private final RunSettings settings;
    private final Signals signals = new Signals(Runtime.getRuntime()::halt);
    private final WaitTrouble trouble = new WaitTrouble();
    private final long began = System.nanoTime();
    private Duration grace = Duration.ZERO;
    private volatile @Nullable LeaseLoss loss;
    private volatile boolean recalled;

    Run(RunSettings settings) {
        this.settings = settings;
    }

    int execute() throws Exception {
        try (Supervisor supervisor = Supervisor.ofLauncher(signals)) {
            try (LockClient client = connect(settings.client(supervisor.holder()))) {
                settings.checkReach(client.guarantees());
                Optional<GroupByte> place = FileStores.groupByte(settings.store, supervisor.processGroup());
                if (place.isPresent()) {
                    supervisor.guard(place.get());
                }
                Lease lease = acquire(client, supervisor.holder());
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
    private @Nullable Lease acquire(LockClient client, HolderProcess self) {
        Lease lease = null;
        try {
            lease = acquired(client, self);
            return lease;
        } catch (StoreUnavailableException silent) {
            Connection.abandon(client);
            throw silent;
        } finally {
            // A store that is only slow gets the time to withdraw the claim, which would be granted to nobody.
            if (lease == null && client.held().isEmpty() && trouble.isThere()) {
                Connection.abandon(client);
            }
        }
    }

    private @Nullable Lease acquired(LockClient client, HolderProcess self) {
        signals.waiting();
        try {
            Lease lease = await(client.lock(settings.name, options()), new WaitLine(client, settings, self, trouble));
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
        } catch (IllegalStateException refused) {
            // Access is refused, or the store cannot do what is asked of it. COMMAND has not run.
            throw new Failure(ExitCode.UNAVAILABLE, String.valueOf(refused.getMessage()), refused);
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

    /** A lock that comes just before the session's next beat has little time left, and more after it. */
    private Duration graceInSession(Lease lease) throws InterruptedException {
        long patience = System.nanoTime() + LONGEST_EXTENSION.toNanos();
        Duration most = Duration.ZERO;
        boolean isEnough;
        do {
            Duration now = lease.remaining().orElse(Duration.ZERO);
            most = now.compareTo(most) > 0 ? now : most;
            isEnough = settings.graceInSession(most).isPresent();
            if (!isEnough) {
                Thread.sleep(LOOK.toMillis());
            }
        } while (lease.isHeld() && !isEnough && System.nanoTime() - patience < 0);
        if (!lease.isHeld()) {
            return Duration.ZERO; // COMMAND is not begun: what looks after it finds the lock lost.
        }
        Duration left = most;
        return settings.graceInSession(left).orElseThrow(() -> {
            lease.close();
            return new Failure(
                    ExitCode.UNAVAILABLE,
                    "the session with the store leaves " + Durations.brief(left)
                            + ", which is not enough to end COMMAND if the lock is lost; make it longer, with ttl=10s (etcd)"
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
            if (settings.shell != null) {
                supervisor.useShell(settings.shell);
            }
            Running running =
                    supervisor.run(settings.environment(token), grace, settings.onLost, () -> remainingMillis(lease));
            lease.onLost(lost -> lost(lost, running));
            signals.passTo(running);
            if (!running.endsWithin(BEFORE_LISTENING)) {
                lease.onRecalled(() -> recalled(running));
            }
            while (!running.endsWithin(lease.remaining().isPresent() ? REQUEST : LOCAL_LOOK)) {
                lease.verify(); // Of a lock that is deleted no store tells by itself.
            }
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

    /** Somebody asks for the lock, who takes it by force if COMMAND does not end. */
    private void recalled(Running running) {
        if (running.outcome().isDone()) {
            return; // The lock is released now anyway.
        }
        String what = "the lock '" + settings.name + "' is recalled by lockkeeper release or another client";
        if (settings.onLost == OnLost.WARN) {
            Output.error("warning: " + what + "; COMMAND continues (--on-lost warn)");
        } else {
            recalled = true;
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
        } else if (loss == null && !recalled) {
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
