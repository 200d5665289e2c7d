package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.List;

/** {@code elect NAME -- COMMAND}: runs a command for as long as this process leads, and again each time that it does. */
final class ElectVerb implements Verb {
    static final String NAME = "elect";

    private static final String NOTES = """
            Of all processes that stand for the election NAME, one leads and runs COMMAND; the others
            wait. The leader is the holder of the lock NAME. If its machine dies, another one leads
            when the lease is over (--renew-lease, 30s by default). `lockkeeper show NAME` tells who
            leads and who waits, and exits with 3 if nobody leads.

            If the lead is lost or recalled, COMMAND is ended, by TERM and, after --grace, by KILL.
            Then lockkeeper stands again, behind the others, for as long as it takes: also while
            the store cannot be reached. COMMAND is run again when it leads again. It is the same
            as `lockkeeper run --restart` with waits that have no limit.

            If COMMAND ends by itself, the lead is given up, and lockkeeper ends with COMMAND's
            exit code: a service manager that starts it again stands behind the others. Signals
            are passed on to COMMAND, or end the wait; after an INT, QUIT or TERM that COMMAND got,
            it is not run again.

            LOCKKEEPER_TOKEN has the fencing token, which is greater than that of every earlier
            leader: what COMMAND writes to should refuse a smaller one than it has seen. A leader
            that is paused for longer than its lease may write once more before it is ended.

            COMMAND's environment, its processes, the reports of a wait, --on-lost run:TEXT and the
            FILE of --report are described by `lockkeeper help run`. `elect` cannot be combined with
            --on-lost warn, which does not end COMMAND.

            Exit codes: COMMAND's own, or
              64   the command line is wrong
              69   the store is unavailable at the start
              70   another failure: a fault of lockkeeper or of the machine
              126  COMMAND cannot be executed
              127  COMMAND was not found
              128+N  signal N ended COMMAND, or the wait for the lead
            """;

    @Override
    public Syntax syntax() {
        List<Option> options = new ArrayList<>();
        for (Option option : new RunVerb().syntax().options()) {
            if (!RunVerb.limitsOneRun(option)) {
                options.add(option);
            }
        }
        return new Syntax(
                NAME,
                "NAME -- COMMAND [ARG...]",
                "Stands for the election NAME, and runs COMMAND while this process leads.",
                options,
                1,
                1,
                NOTES);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        return RunVerb.supervised(arguments);
    }
}
