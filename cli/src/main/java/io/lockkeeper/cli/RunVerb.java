package io.lockkeeper.cli;

import java.util.List;

/** {@code run NAME -- COMMAND}: runs a command under a lock. */
final class RunVerb implements Verb {
    static final Option WAIT =
            Option.with("--wait", "DURATION", "Wait for the lock for at most DURATION. Default: no limit.");
    static final Option NO_WAIT = Option.flag("--no-wait", "n", "Do not wait if the lock is held.");
    static final Option LEASE = Option.with(
            "--lease",
            "DURATION",
            "Hold the lock for at most DURATION, without renewal; COMMAND is ended before that."
                    + " Default: the lease is renewed while COMMAND runs.");
    static final Option ON_LOST = Option.with(
            "--on-lost",
            "kill|warn",
            "What to do if the lock is lost. kill: send TERM, then KILL, to COMMAND and its children. warn: print a"
                    + " warning and let them continue. Default: kill.");
    static final Option GRACE = Option.with(
            "--grace",
            "DURATION",
            "The time between TERM and KILL. Default: 5s, or a sixth of the lease if that is less. On a store with"
                    + " leases it is at most a third of the lease, and ends before the lease does.");
    static final Option CONFLICT = Option.with(
            "--conflict-exit-code", "N", "The exit code if the lock could not be acquired in time. Default: 75.");
    static final Option DESCRIPTION = Option.with(
            "--description", "TEXT", "A description of this holder, shown to others. Default: COMMAND's name.");
    static final Option RENEW_LEASE = Option.with(
            "--renew-lease",
            "DURATION",
            "Advanced: the time to live of the lease. It is renewed after every third of this time while COMMAND runs. If"
                    + " this machine dies, others wait until it expires. Default: 30s.");
    static final Option QUIET =
            Option.flag("--quiet", "q", "Print only errors. A lock that is held by another is not an error.");

    private static final String NOTES = """
            DURATION is a number with a unit, such as 500ms, 10s, 5m, 2h or 1d, or PT1M30S.

            COMMAND inherits standard input, output and error. Its environment contains
            LOCKKEEPER_NAME, LOCKKEEPER_TOKEN (the fencing token, greater than that of every
            earlier holder; empty on a store without tokens) and LOCKKEEPER_STORE (the store's
            URL without user and password). TERM, INT and HUP are passed on to COMMAND and its
            children. During the wait for the lock, they end the wait.

            COMMAND and its children form a process group, which a separate supervisor process
            watches. It ends them if the lock is lost, or if lockkeeper is killed or is stopped
            for longer than its lease. It does not end processes that leave the group (setsid,
            daemons, the jobs of an interactive shell) or that change their user. Background
            processes that COMMAND leaves behind continue without the lock.

            If the lock is recalled (`lockkeeper release NAME --force`), COMMAND is ended as if the
            lock was lost, and nobody else gets the lock before that. With --on-lost warn, COMMAND
            continues, and the lock is taken from it.

            If the lock is deleted from the store, or taken by force before COMMAND has ended, others
            can acquire it at once. lockkeeper detects that within 3 s (0.5 s on the file store), as
            long as the store answers. COMMAND continues beside the next holder until then, and
            until it has ended after TERM or KILL.

            Exit codes: COMMAND's own, or
              64   the command line is wrong
              69   the store is unavailable: at the start, or still when --wait is over
              70   another failure: a fault of lockkeeper or of the machine
              75   the lock could not be acquired in time (--conflict-exit-code)
              76   the lock was lost or recalled while COMMAND ran
              126  COMMAND cannot be executed
              127  COMMAND was not found
              128+N  signal N ended COMMAND, or the wait for the lock
            """;

    @Override
    public Syntax syntax() {
        return new Syntax(
                "run",
                "NAME -- COMMAND [ARG...]",
                "Acquires the lock NAME, runs COMMAND, releases the lock, and exits with COMMAND's exit code.",
                List.of(
                        Option.STORE,
                        WAIT,
                        NO_WAIT,
                        LEASE,
                        ON_LOST,
                        GRACE,
                        CONFLICT,
                        DESCRIPTION,
                        RENEW_LEASE,
                        QUIET,
                        Option.VERBOSE,
                        Option.HELP),
                2,
                Syntax.ANY,
                NOTES);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        return new Run(new RunSettings(arguments)).execute();
    }
}
