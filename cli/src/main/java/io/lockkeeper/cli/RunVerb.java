package io.lockkeeper.cli;

import java.util.List;

/** {@code run NAME -- COMMAND}: runs a command under a lock. */
final class RunVerb implements Verb {
    static final Option WAIT =
            Option.with("--wait", "DURATION", "Wait for the lock so long at most. Default: as long as it takes.");
    static final Option NO_WAIT = Option.flag("--no-wait", "n", "Don't wait if the lock is taken.");
    static final Option LEASE = Option.with(
            "--lease",
            "DURATION",
            "Hold the lock so long at most, without renewal; COMMAND is ended before. Default: renewed while COMMAND runs.");
    static final Option ON_LOST = Option.with(
            "--on-lost",
            "kill|warn",
            "What becomes of COMMAND if the lock is lost: it and its children get TERM, then KILL, or they go on after a"
                    + " warning. Default: kill.");
    static final Option GRACE = Option.with(
            "--grace",
            "DURATION",
            "The time between TERM and KILL. Default: 5s, or a sixth of the lease if that is less. With a lease it ends"
                    + " before the lease does, and is a third of the lease at most.");
    static final Option CONFLICT = Option.with(
            "--conflict-exit-code", "N", "The exit code if the lock could not be had in time. Default: 75.");
    static final Option DESCRIPTION =
            Option.with("--description", "TEXT", "What others see of this holder. Default: COMMAND's name.");
    static final Option RENEW_LEASE = Option.with(
            "--renew-lease",
            "DURATION",
            "Advanced: the lease that is renewed while COMMAND runs, each third of it; so long others wait if this machine"
                    + " dies. Default: 30s.");
    static final Option QUIET = Option.flag("--quiet", "q", "Say nothing but errors; a lock that is taken is none.");

    private static final String NOTES = """
            DURATION is written 500ms, 10s, 5m, 2h, 1d or PT1M30S.

            COMMAND has lockkeeper's own standard input, output and error, and in its environment
            LOCKKEEPER_NAME, LOCKKEEPER_TOKEN (the fencing token: greater than that of every earlier
            holder; empty on a store without tokens) and LOCKKEEPER_STORE (the store's URL without user
            and password). TERM, INT and HUP are passed on to it and its children. While it waits, they
            end the wait.

            COMMAND and its children are one process group, supervised by a process of its own. They
            are ended if the lock is lost, or if lockkeeper is killed or stopped past its lease. What
            leaves the group (setsid, daemons, an interactive shell's jobs) or changes its user is not.
            What COMMAND leaves running in the background when it ends goes on without the lock.

            Exit codes: COMMAND's own, or
              64   the command line is wrong
              69   the store can't be reached: at the start, or still when --wait is over
              70   something else failed: a fault of lockkeeper's or of the machine
              75   the lock could not be had in time (--conflict-exit-code)
              76   the lock was lost while COMMAND ran
              126  COMMAND can't be executed
              127  there is no COMMAND
              128+N  signal N ended COMMAND, or the wait for the lock
            """;

    @Override
    public Syntax syntax() {
        return new Syntax(
                "run",
                "NAME -- COMMAND [ARG...]",
                "Takes the lock NAME, runs COMMAND while it is held, lets go, and ends with COMMAND's exit code.",
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
