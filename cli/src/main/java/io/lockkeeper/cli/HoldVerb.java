package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.List;

/** {@code hold NAME}: holds a lock for a script, until the script closes hold's standard input or ends. */
final class HoldVerb implements Verb {
    static final Option UNTIL_SIGNAL = Option.flag(
            "--until-signal",
            "",
            "Do not read standard input, which is /dev/null under cron and systemd: hold until a signal.");

    /** The property by which the launcher tells that standard input is {@code /dev/null}. */
    private static final String INPUT = "lockkeeper.input";

    private static final String NOTES = """
            hold prints the fencing token on a line of its own when it has the lock (an empty
            line on a store without tokens), then reads standard input to its end, and releases
            the lock. A script that is killed closes it, too. What is read is ignored. Several
            locks are acquired all or none, and have a line for each token, in the order of the
            command line.

            In bash:

              coproc LOCK { lockkeeper hold deploy; }
              pid=$LOCK_PID input=${LOCK[1]}
              read -r token <&"${LOCK[0]}" || exit    # hold has said why
              ...                                     # the script holds the lock
              exec {input}>&-                         # it gives the lock up
              wait "$pid" || exit                     # 76 if the lock was lost meanwhile

            In any shell, with a pipe that has a name:

              mkfifo pipe || exit
              lockkeeper hold deploy >token <pipe & exec 9>pipe
              until [ -s token ]; do kill -0 $! || exit; sleep 1; done
              ...                                     # processes in the background: 9>&-
              exec 9>&-; wait $! || exit
              rm pipe token

            Nobody ends the script if the lock is lost or recalled: hold closes its standard output
            then, and ends with exit code 76. If the lock is recalled, its --lease ends, or it
            cannot be renewed, that is the time of --grace before others can have it, and the
            script has that time to stop. In the options, COMMAND stands for hold. Work that
            must end with the lock belongs into `lockkeeper run`.

            Signals end hold. For a service, use --until-signal, and let the exit code 143
            (128 + TERM) count as success (systemd: SuccessExitStatus=143).

            DURATION, the reports of a wait and the FILE of --report are described by `lockkeeper help run`.

            Exit codes: 0 at the end of standard input, or
              64   the command line is wrong, or standard input is closed or /dev/null
              69   the store is unavailable: at the start, or still when --wait is over
              70   another failure, such as that the token cannot be printed
              75   the lock could not be acquired in time (--conflict-exit-code)
              76   the lock was lost or recalled
              128+N  signal N ended hold
            """;

    @Override
    public Syntax syntax() {
        List<Option> options = new ArrayList<>();
        for (Option option : new RunVerb().syntax().options()) {
            if (!RunVerb.isOfCommand(option)) {
                options.add(option);
            }
        }
        options.add(1, UNTIL_SIGNAL);
        return new Syntax(
                "hold",
                "NAME...",
                "Acquires the lock NAME, or several, prints the fencing token, and holds them until standard input ends.",
                options,
                1,
                Syntax.ANY,
                NOTES);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        if (arguments.hasDashes()) {
            throw new UsageException("hold runs no command, and has only names. Usage: "
                    + arguments.syntax().usage() + ". With a command: lockkeeper run NAME -- COMMAND.");
        }
        return RunVerb.supervised(arguments);
    }

    /** What lasts until its input ends needs one, and what prints a token an output. */
    static void checkStreams(Arguments arguments) {
        String closed = System.getProperty(Outlet.CLOSED, "");
        if (closed.contains("0") && !arguments.has(UNTIL_SIGNAL)) {
            throw new UsageException("Standard input is closed, and hold lasts until it ends. Use --until-signal.");
        }
        if ("null".equals(System.getProperty(INPUT)) && !arguments.has(UNTIL_SIGNAL)) {
            throw new UsageException(
                    "Standard input is /dev/null, as a shell gives it to jobs in the background, so hold"
                            + " would end at once. Give it a pipe, or use --until-signal.");
        }
        if (closed.contains("1")) {
            throw new Failure(ExitCode.SOFTWARE, "standard output is closed, so the token cannot be printed", null);
        }
    }
}
