package io.lockkeeper.cli;

import io.lockkeeper.Guarantees;
import io.lockkeeper.HolderProcess;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockStatus;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.WeakGuaranteeException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The acquisition of the locks of one run: all or none. Closes the client. */
final class Acquisition implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(2);
    private static final Duration LONGEST_EXTENSION = Duration.ofSeconds(1);

    private final RunSettings settings;
    private final LockClient client;
    private final Signals signals;
    private final WaitTrouble trouble;
    private final long began;
    private Duration grace = Duration.ZERO;
    private boolean abandoned;

    /**
     * One that may begin.
     *
     * @param began when the wait began, by {@link System#nanoTime}
     */
    Acquisition(RunSettings settings, LockClient client, Signals signals, WaitTrouble trouble, long began) {
        this.settings = settings;
        this.client = client;
        this.signals = signals;
        this.trouble = trouble;
        this.began = began;
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
    @Nullable
    MultiLease acquire(HolderProcess self) {
        MultiLease lease = null;
        try {
            lease = acquired(self);
            return lease;
        } catch (StoreUnavailableException silent) {
            abandon();
            throw silent;
        } finally {
            // A store that is only slow gets the time to withdraw the claim, which would be granted to nobody.
            if (lease == null && client.held().isEmpty() && trouble.isThere()) {
                abandon();
            }
        }
    }

    private void abandon() {
        if (!abandoned) {
            abandoned = true;
            Connection.abandon(client);
        }
    }

    /** One that was abandoned is left to the end of the JVM: another close would wait for the first. */
    @Override
    public void close() {
        if (!abandoned) {
            client.close();
        }
    }

    private @Nullable MultiLease acquired(HolderProcess self) {
        signals.waiting();
        try {
            MultiLease lease = await(locks(), new WaitLine(client, settings, self, trouble));
            if (client.guarantees().expiry() == Guarantees.Expiry.SESSION_END) {
                grace = graceInSession(lease);
            } else {
                awaitFullLength(lease);
                grace = settings.grace(lease);
            }
            if (settings.verbose) {
                String tokens = String.join(", ", tokens(lease));
                Output.error("got " + settings.locks() + (tokens.isEmpty() ? "" : ", token " + tokens));
            }
            return lease;
        } catch (InterruptedException signalled) {
            return null;
        } catch (LockTimeoutException timeout) {
            // As asked: no stack trace.
            throw Failure.conflict(settings.conflictExitCode, settings.quiet ? "" : taken(timeout));
        }
    }

    private MultiLock locks() {
        try {
            return client.all(settings.names, options());
        } catch (WeakGuaranteeException weak) {
            throw new UsageException(String.valueOf(weak.getMessage()));
        }
    }

    private static MultiLease await(MultiLock lock, WaitLine line) throws InterruptedException {
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
        return "the lock '" + timeout.name() + "' could not be acquired"
                + (settings.asksOnce() ? "" : " within " + Durations.brief(wait))
                + timeout.holder().map(holder -> ": it is held by " + holder).orElseGet(() -> whyNot(timeout.name()));
    }

    /** What the store says of a lock whose holder it does not name, such as that a newer release holds it. */
    private String whyNot(String name) {
        try {
            return client.inspection()
                    .flatMap(look -> look.inspect(name))
                    .flatMap(LockStatus::holder)
                    .filter(holder -> !holder.host().isEmpty())
                    .map(holder -> ": it is held by " + holder)
                    .orElse("");
        } catch (RuntimeException reason) {
            return reason instanceof StoreUnavailableException ? "" : ": " + reason.getMessage();
        }
    }

    /**
     * A lease that was handed over begins short; the engine prolongs it at once, but a request takes its time.
     */
    private void awaitFullLength(MultiLease lease) throws InterruptedException {
        Duration enough = Durations.part(settings.lease(), 2);
        long patience = System.nanoTime() + LONGEST_EXTENSION.toNanos();
        while (lease.isHeld()
                && System.nanoTime() - patience < 0
                && lease.remaining().map(left -> left.compareTo(enough) < 0).orElse(false)) {
            Thread.sleep(LOOK.toMillis());
        }
    }

    /** A lock that comes just before the session's next beat has little time left, and more after it. */
    private Duration graceInSession(MultiLease lease) throws InterruptedException {
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
        if (!lease.isHeld() && (isEnough || most.isZero())) {
            return Duration.ZERO; // COMMAND is not begun: what looks after it finds the lock lost.
        } // One that was lost during the look, and never left enough, is too short.
        Duration left = most;
        return settings.graceInSession(left).orElseThrow(() -> {
            release(lease);
            return new Failure(
                    ExitCode.UNAVAILABLE,
                    "the session with the store leaves " + Durations.brief(left)
                            + ", which is not enough to end COMMAND if the lock is lost; make it longer, with ttl=10s (etcd)"
                            + " or session=10s (ZooKeeper) in the store's URL",
                    null);
        });
    }

    private static void release(MultiLease lease) {
        try {
            lease.close();
        } catch (LeaseLostException lost) {
            // So short was the session.
        }
    }

    /** The time between TERM and KILL, once the locks are there. */
    Duration grace() {
        return grace;
    }

    /** In the order of the command line; none where the store has none: a number that means nothing would be taken for one. */
    List<String> tokens(MultiLease lease) {
        return client.guarantees().tokens() == Guarantees.Tokens.NONE
                ? List.of()
                : settings.names.stream()
                        .map(name -> Long.toString(lease.lease(name).token()))
                        .toList();
    }
}
