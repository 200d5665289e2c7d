package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Guarantees;
import io.lockkeeper.HolderProcess;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the command line of {@code run}, {@code elect} or {@code hold} asks for. */
final class RunSettings {
    private static final Duration NEVER = Duration.ZERO;
    /** Shorter ones leave no time for a command between its start and its end. */
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    private static final Duration RENEWED_LEASE = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** The supervisor sends KILL 200 ms before the deadline; as much again is for a busy machine. */
    private static final Duration SUPERVISORS_MARGIN = Duration.ofMillis(400);

    final String store;
    /** Without duplicates, in the order of the command line. */
    final List<String> names;

    final Job job;
    final String description;
    final OnLost onLost;
    /** Whether COMMAND is run again after a loss. */
    final boolean restarts;
    /** Whether that is because of an election. */
    private final boolean elects;

    final int round = round();

    final int conflictExitCode;
    final boolean quiet;
    final boolean verbose;
    private final @Nullable Duration wait;
    private final @Nullable Duration fixedLease;
    private final Duration renewedLease;
    private final @Nullable Duration grace;
    private final Duration atLeast;

    /** Which of the rounds of {@code --restart} this is, from 1 on. */
    static int round() {
        return Integer.getInteger("lockkeeper.round", 1);
    }

    RunSettings(Arguments arguments) {
        names = List.copyOf(new LinkedHashSet<>(arguments.operands()));
        job = Job.of(arguments);
        store = StoreUrl.of(arguments);
        wait = wait(arguments);
        arguments.exclude(RunVerb.LEASE, RunVerb.RENEW_LEASE, ": the first is not renewed");
        arguments.exclude(RunVerb.RESTART, RunVerb.LEASE, ": a lease that ends as asked is not lost");
        fixedLease = Durations.of(arguments, RunVerb.LEASE, SHORTEST_LEASE);
        Duration renewed = Durations.of(arguments, RunVerb.RENEW_LEASE, SHORTEST_LEASE);
        renewedLease = renewed == null ? RENEWED_LEASE : renewed;
        grace = Durations.of(arguments, RunVerb.GRACE, NEVER);
        atLeast = atLeast(arguments);
        onLost = OnLost.of(arguments.value(RunVerb.ON_LOST, "kill"), arguments.label(RunVerb.ON_LOST));
        elects = arguments.syntax().verb().equals(ElectVerb.NAME);
        restarts = elects || arguments.has(RunVerb.RESTART);
        if (restarts && !onLost.ends()) {
            throw new UsageException(
                    (elects ? ElectVerb.NAME : "--restart") + " and " + arguments.label(RunVerb.ON_LOST)
                            + " warn cannot be combined: a COMMAND that is not ended is not run again.");
        }
        conflictExitCode = arguments.number(RunVerb.CONFLICT, ExitCode.CONFLICT, 0, 255);
        description = arguments.value(RunVerb.DESCRIPTION, job.description());
        quiet = arguments.has(RunVerb.QUIET);
        verbose = arguments.has(Option.VERBOSE);
    }

    private Duration atLeast(Arguments arguments) {
        Duration given = Durations.of(arguments, RunVerb.AT_LEAST, NEVER);
        if (given == null) {
            return Duration.ZERO;
        }
        if (names.size() > 1) {
            throw new UsageException(arguments.label(RunVerb.AT_LEAST)
                    + " needs a single NAME: of several, some would stay held if one could not be acquired.");
        }
        return given;
    }

    private @Nullable Duration wait(Arguments arguments) {
        arguments.exclude(RunVerb.WAIT, RunVerb.NO_WAIT, "");
        if (round > 1) {
            return null;
        }
        return arguments.has(RunVerb.NO_WAIT) ? Duration.ZERO : Durations.of(arguments, RunVerb.WAIT, Duration.ZERO);
    }

    /** The locks, for messages. */
    String locks() {
        return (names.size() == 1 ? "the lock '" : "the locks '") + String.join("', '", names) + "'";
    }

    /** Refuses a store whose locks no other process sees: each run would get every lock. */
    void checkReach(Guarantees guarantees) {
        if (guarantees.reach() == Guarantees.Reach.PROCESS) {
            throw new UsageException("The locks of " + StoreAddress.shown(store)
                    + " exist in one process only, so they protect nothing from another run. Use a store that processes"
                    + " share, such as file:/var/lock/app or redis://localhost:6379.");
        }
    }

    ClientOptions client(HolderProcess process) {
        return ClientOptions.defaults()
                .withLease(renewedLease)
                .withDescription(description)
                .withProcess(process);
    }

    LockOptions lock() {
        LockOptions options = LockOptions.defaults();
        if (!atLeast.isZero()) {
            options = options.withAtLeast(atLeast);
        }
        if (fixedLease != null) {
            options = options.withFixedLease(fixedLease);
        }
        return wait == null ? options : options.withMaxWait(wait);
    }

    /** Whether the lock is asked for once and not waited for. */
    boolean asksOnce() {
        return wait != null && wait.isZero();
    }

    /** Whether the lease is to end, whether COMMAND has or not. */
    boolean isLeaseFixed() {
        return fixedLease != null;
    }

    /** The time the store grants at once. */
    Duration lease() {
        return fixedLease == null ? renewedLease : fixedLease;
    }

    /** What messages say of COMMAND when the lock is lost. */
    String ending() {
        return job.word() + " is being ended" + (onLost.text() != null ? " (--on-lost run)" : "")
                + (elects
                        ? ", to be run again when this candidate leads again"
                        : restarts ? ", to be run again (--restart)" : "");
    }

    /** The time between TERM and KILL. A renewed lease has two thirds left at least, so a third is for renewals that fail. */
    Duration grace(MultiLease held) {
        if (held.remaining().isEmpty()) {
            return grace == null ? GRACE : grace;
        }
        Duration left = held.remaining().get();
        Duration granted = left.compareTo(Durations.part(lease(), 2)) < 0 ? left : lease();
        return grace == null ? shorter(GRACE, Durations.part(granted, 6)) : shorter(grace, Durations.part(granted, 3));
    }

    /**
     * As {@link #grace}, for a lease that is part of a session with the store. A session is not renewed as regularly: four
     * tenths of it are left at least.
     *
     * @return empty if the session is too short for a COMMAND that is to be ended in time
     */
    Optional<Duration> graceInSession(Duration left) {
        Duration most =
                Duration.ofNanos(shorter(left, lease()).toNanos() * 3 / 10).minus(SUPERVISORS_MARGIN);
        return most.isNegative() || most.isZero()
                ? Optional.empty()
                : Optional.of(shorter(grace == null ? GRACE : grace, most));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** What COMMAND's environment has besides lockkeeper's own. Of several, one a line: a name has no line breaks. */
    Map<String, String> environment(List<String> tokens) {
        Map<String, String> environment = new HashMap<>();
        environment.put("LOCKKEEPER_NAME", String.join("\n", names));
        // Empty rather than missing, or the token of a lock around this one would show through.
        environment.put("LOCKKEEPER_TOKEN", String.join("\n", tokens));
        environment.put(StoreUrl.VARIABLE, StoreUrl.forCommand(store));
        return environment;
    }
}
