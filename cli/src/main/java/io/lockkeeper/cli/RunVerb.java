package io.lockkeeper.cli;

import java.util.List;

/** {@code run NAME -- COMMAND}: runs a command under a lock. */
final class RunVerb implements Verb {
    static final Option WAIT = Option.with(
                    "--wait", "w", "DURATION", "Wait for the lock for at most DURATION. Default: no limit.")
            .asSetting();
    static final Option NO_WAIT = Option.flag("--no-wait", "n", "Do not wait if the lock is held, as --wait 0.");
    static final Option LEASE = Option.with(
                    "--lease",
                    "",
                    "DURATION",
                    "Hold the lock for at most DURATION, without renewal; COMMAND is ended before that."
                            + " Default: the lease is renewed while COMMAND runs.")
            .asSetting();
    static final Option AT_LEAST = Option.with(
                    "--at-least",
                    "",
                    "DURATION",
                    "Keep the lock for at least DURATION after it was acquired, even if COMMAND ends sooner or this machine"
                            + " dies: so a job that takes seconds runs once in a fleet whose clocks differ. Others poll"
                            + " meanwhile. On Redis, memcached and databases, for a single NAME.")
            .asSetting();
    static final Option ON_LOST = Option.with(
                    "--on-lost",
                    "",
                    "kill|warn|run:TEXT",
                    "What to do if the lock is lost. kill: send TERM, then KILL, to COMMAND and its children. warn: print a"
                            + " warning and let them continue. run:TEXT: run the shell command TEXT instead of sending TERM,"
                            + " then send KILL. Default: kill.")
            .asSetting();
    static final Option RESTART = Option.flag(
            "--restart",
            "",
            "If the lock is lost or recalled, wait for it again after COMMAND has ended, and run COMMAND again.");
    static final Option GRACE = Option.with(
                    "--grace",
                    "",
                    "DURATION",
                    "The time between TERM and KILL. Default: 5s, or a sixth of the lease if that is less. On a store with"
                            + " leases it is at most a third of the lease, and ends before the lease does. On etcd and"
                            + " ZooKeeper the session counts as the lease.")
            .asSetting();
    static final Option CONFLICT = Option.with(
            "--conflict-exit-code",
            "E",
            "CODE",
            "The exit code if the lock could not be acquired in time. Default: 75.");
    static final Option DESCRIPTION = Option.with(
                    "--description",
                    "",
                    "TEXT",
                    "A description of this holder, shown to others. Default: COMMAND's name, sh for -c, or hold.")
            .asSetting();
    static final Option COMMAND =
            Option.with("--command", "c", "TEXT", "Run the shell command TEXT, by /bin/sh -c, instead of -- COMMAND.");
    static final Option RENEW_LEASE = Option.with(
                    "--renew-lease",
                    "",
                    "DURATION",
                    "Advanced: the time to live of the lease. It is renewed after every third of this time while COMMAND runs. If"
                            + " this machine dies, others wait until it expires. Default: 30s.")
            .asSetting();
    static final Option QUIET = Option.flag(
                    "--quiet",
                    "q",
                    "Print only errors: no reports of a wait. A lock that is held by another is not an error.")
            .asSetting();

    static final Option REPORT = Option.with(
            "--report",
            "",
            "FILE",
            "Write to FILE, as JSON, what came of this run, when it ends. Any older FILE is removed at the start.");

    private static final String NOTES = """
            NAME stands before --, COMMAND and its arguments stand after it. Several locks are
            acquired all or none, within one --wait, in the order of their sorted names: runs that
            ask for some of the same locks cannot deadlock.

            DURATION is a number of seconds, such as 10 or 0.5, a number with a unit, such as 500ms,
            1.5s, 5m, 2h or 1d, or PT1M30S. --wait 0 does not wait; --grace 0 sends KILL at once.

            Locks that only one process can see (memory:, jdbc:h2:mem:) are refused.

            COMMAND inherits its arguments, the environment and all open descriptors unchanged.
            Its environment also contains LOCKKEEPER_NAME, LOCKKEEPER_TOKEN (the fencing token,
            greater than that of every earlier holder; empty on a store without tokens) and
            LOCKKEEPER_STORE (the store's URL without user and password, but with user and
            password-file if it has both; a relative folder made absolute). Of several locks,
            LOCKKEEPER_NAME and LOCKKEEPER_TOKEN have one a line, in the order of the command
            line. HUP, INT, QUIT, TERM, USR1 and USR2 are passed on to COMMAND and its
            children. During the wait for the lock, they end the wait.

            A wait reports on standard error whom it waits for, or why the store does not
            answer: on a terminal in one line that changes, elsewhere after 5 s, after 30 s,
            and then every 5 min. With --wait and --no-wait, connecting to the store is part
            of the wait, and may take 3 s at least. Either waits for the store's first answer,
            for as long as the store allows its requests (its timeout).

            COMMAND and its children form a process group, which a separate supervisor process
            watches. It ends them if the lock is lost, or if lockkeeper is killed or is stopped
            for longer than its lease. On Linux, it also ends descendants that left the group
            (setsid, timeout); it cannot end processes that changed their user. Background
            processes that COMMAND leaves behind continue without the lock.

            A held lock cannot be suspended: after Ctrl-Z, COMMAND is continued at once. STOP, which
            someone sends, stops COMMAND; the lock is held until COMMAND goes on and ends.

            As the first process of a container (PID 1), lockkeeper ends by the same signals, and
            reaps what COMMAND leaves behind; when it ends, the kernel ends the rest.

            If the lock is recalled (`lockkeeper release NAME --force`), COMMAND is ended as if the
            lock was lost, and nobody else gets the lock before that, unless whoever recalls it stops
            waiting. lockkeeper learns of the recall at once on Redis, PostgreSQL, ZooKeeper and
            etcd, within 1.3 s on MariaDB, MySQL and H2, within 3 s on memcached, and within 0.5 s
            on files. With --on-lost warn, COMMAND continues, and the lock is taken from it, except
            on files.

            With --on-lost run:TEXT, /bin/sh runs TEXT in COMMAND's process group, with COMMAND's
            environment and output, and with COMMAND's process id in LOCKKEEPER_PID, such as
            'run:kill -USR1 "$LOCKKEEPER_PID"'. It runs also if lockkeeper is killed or stopped. What is left
            of COMMAND, and TEXT itself, get KILL when the grace is over. If TEXT cannot be
            run or fails, COMMAND gets TERM. If COMMAND has ended, its children get TERM.

            With --restart, lockkeeper does not end with 76, but waits for the lock again and runs
            COMMAND again, as often as needed; any other end of COMMAND ends lockkeeper. --wait
            and --no-wait limit the first wait only. Later waits have no limit, and a store
            that cannot be reached is tried again. HUP, INT, QUIT, TERM, USR1 or USR2 between two
            runs of COMMAND ends lockkeeper with 128+N; after an INT, QUIT or TERM that COMMAND
            got, it is not run again. All runs of COMMAND share one standard input.
            Cannot be combined with --on-lost warn, which does not end COMMAND, nor with --lease.

            If the lock is deleted from the store, or taken by force before COMMAND has ended, others
            can acquire it at once. lockkeeper detects that within 3 s (0.5 s on the file store), as
            long as the store answers. COMMAND continues beside the next holder until then, and
            until it has ended after TERM or KILL.

            The FILE of --report has {"version":1, "store", "locks":[{"name","token"}], "round",
            "waitedSeconds", "heldSeconds", "exitCode", "reason", "lostBecause", "signal"}. reason is
            completed (COMMAND ended by itself), signalled (signal is the number), conflict,
            unavailable, lost (lostBecause: expired, gone, revoked or closed), recalled,
            not-executable, not-found or failed. What is unknown is null. FILE is renamed into
            place when it is complete, and missing if lockkeeper is killed. If it cannot be
            written, lockkeeper ends with 70 before it acquires the lock; if that happens at the
            end, COMMAND's exit code is kept. With --restart, each round writes it.

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
                "NAME... -- COMMAND [ARG...]",
                "Acquires the lock NAME, or several, runs COMMAND, releases them, and exits with COMMAND's exit code.",
                List.of(
                        Option.STORE,
                        WAIT,
                        NO_WAIT,
                        COMMAND,
                        LEASE,
                        AT_LEAST,
                        ON_LOST,
                        RESTART,
                        GRACE,
                        CONFLICT,
                        DESCRIPTION,
                        RENEW_LEASE,
                        QUIET,
                        REPORT,
                        Option.NO_CONFIG,
                        Option.VERBOSE,
                        Option.HELP),
                1,
                Syntax.ANY,
                NOTES);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        return supervised(arguments);
    }

    /** Whether an option makes sense only where there is a COMMAND. */
    static boolean isOfCommand(Option option) {
        // By name: a record's equals costs ten milliseconds at its first use.
        String name = option.name();
        return name.equals(COMMAND.name()) || name.equals(ON_LOST.name()) || name.equals(RESTART.name());
    }

    /** Whether an option makes no sense where COMMAND is run again and again. */
    static boolean limitsOneRun(Option option) {
        return List.of(WAIT.name(), NO_WAIT.name(), LEASE.name(), AT_LEAST.name(), RESTART.name(), CONFLICT.name())
                .contains(option.name());
    }

    /** Acquires the lock, has the job done, and releases the lock. The exit code. */
    static int supervised(Arguments arguments) throws Exception {
        Report report = Report.of(arguments);
        try {
            int code = execute(new RunSettings(arguments), report);
            report.write(code);
            return code;
        } catch (Throwable failure) {
            int code = Main.exitCode(failure);
            boolean unavailable = code == ExitCode.UNAVAILABLE;
            report.over(
                    failure instanceof Failure known
                            ? known.reason()
                            : unavailable ? Report.Reason.UNAVAILABLE : Report.Reason.FAILED);
            report.write(code);
            throw failure;
        }
    }

    private static int execute(RunSettings settings, Report report) throws Exception {
        try {
            return new Run(settings, report).execute();
        } catch (IllegalStateException fault) {
            // Not the store's, which Run tells of before COMMAND runs: whoever tries again at 69 must not run it twice.
            throw new Failure(ExitCode.SOFTWARE, fault.toString(), fault);
        }
    }
}
