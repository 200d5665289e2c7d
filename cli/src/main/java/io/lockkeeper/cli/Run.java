package io.lockkeeper.cli;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
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
    /** A shorter COMMAND is not worth the connection on which the store pushes. */
    private static final Duration BEFORE_LISTENING = Duration.ofMillis(500);

    /** How often the store is asked whether the lock is still there; a store without leases answers from this machine. */
    private static final Duration REQUEST = Duration.ofSeconds(3);

    private static final Duration LOCAL_LOOK = Duration.ofMillis(500);

    private final RunSettings settings;
    private final Signals signals = Signals.caught();
    private volatile @Nullable LeaseLoss loss;
    private volatile boolean recalled;

    Run(RunSettings settings) {
        this.settings = settings;
    }

    int execute() throws Exception {
        try (Supervisor supervisor = Supervisor.launch(settings.command)) {
            try (LockClient client = Connection.connect(settings.store, settings.client(supervisor.processGroup()))) {
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

    /** Null if a signal ended the wait. */
    private @Nullable Lease acquire(LockClient client, long group) {
        signals.waiting();
        try {
            Lease lease = await(client.lock(settings.name, settings.lock()), new WaitLine(client, settings, group));
            awaitFullLength(lease);
            if (settings.verbose) {
                String token = token(client, lease);
                Output.error("got the lock '" + settings.name + "'" + (token.isEmpty() ? "" : ", token " + token));
            }
            return lease;
        } catch (InterruptedException signalled) {
            return null;
        } catch (LockTimeoutException timeout) {
            throw new Failure(settings.conflictExitCode, settings.quiet ? "" : taken(timeout), timeout);
        }
    }

    private static Lease await(DistributedLock lock, WaitLine line) throws InterruptedException {
        try (line) {
            line.begin();
            return lock.acquire();
        }
    }

    private String taken(LockTimeoutException timeout) {
        return "the lock '" + settings.name + "' could not be acquired"
                + (settings.asksOnce() ? "" : " within " + Durations.brief(timeout.waited()))
                + timeout.holder().map(holder -> ": it is held by " + holder).orElse("");
    }

    /**
     * A lease that was handed over begins short; the engine prolongs it at once, but a request takes its time. One that
     * is short for longer is all that the store's session allows.
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

    /** Empty where the store has none: a number that means nothing would be taken for one. */
    private static String token(LockClient client, Lease lease) {
        return client.guarantees().tokens() == Guarantees.Tokens.NONE ? "" : Long.toString(lease.token());
    }

    private int under(Lease lease, String token, Supervisor supervisor) throws Exception {
        Outcome outcome;
        boolean ended;
        boolean late;
        try {
            Running running = supervisor.run(
                    settings.environment(token), settings.grace(lease), settings.onLost, () -> remainingMillis(lease));
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

    private void lost(LeaseLoss lost, Running running) {
        loss = lost;
        String what =
                "the lock '" + settings.name + "' was lost: " + lost.reason().sentence();
        if (settings.onLost == OnLost.WARN) {
            Output.error("warning: " + what + "; COMMAND continues (--on-lost warn)");
        } else {
            Output.error(what + "; COMMAND is being ended");
            running.lose();
        }
    }

    /** Somebody asks for the lock, who takes it by force if COMMAND does not end. */
    private void recalled(Running running) {
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
            Output.error("the lock '" + settings.name
                    + "' was about to be lost, so COMMAND was ended: its lease was not" + " renewed in time");
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
