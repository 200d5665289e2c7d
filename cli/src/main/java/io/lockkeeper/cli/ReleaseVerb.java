package io.lockkeeper.cli;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code release NAME --force}: asks the holder of a lock to give it up, and takes it otherwise. */
final class ReleaseVerb implements Verb {
    private static final Option FORCE =
            Option.flag("--force", "", "Required, because the holder may be in the middle of its work.");
    private static final Option WAIT = Option.with(
            "--wait",
            "w",
            "DURATION",
            "How long to wait for the holder to end its work before the lock is taken. 0s: take it at once, without"
                    + " asking. Default: 10s.");
    private static final Option YES = Option.flag("--yes", "y", "Do not ask for confirmation, even on a terminal.");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public Syntax syntax() {
        return new Syntax(
                "release",
                "NAME",
                "Recalls a lock from its holder, or takes it; the next waiter gets it.",
                List.of(FORCE, WAIT, YES, Option.STORE, Option.JSON, Option.NO_CONFIG, Option.VERBOSE, Option.HELP),
                1,
                1,
                """
                The holder is asked first to release the lock. `lockkeeper run` then ends COMMAND: it
                sends TERM, sends KILL after its grace (5 s by default), and releases the lock. Nobody
                else gets the lock before that. Programs that use the library are asked if they listen
                for a recall. If the holder still has the lock when --wait is over, the lock is taken
                by force: others can acquire it at once, while the holder continues until it is
                notified. `lockkeeper run` learns of that within 3 s and then ends COMMAND; programs
                learn of it within a third of the lease (10 s by default) or sooner. With --wait 0s,
                the holder is not asked.

                The question reaches `lockkeeper run` at once on Redis, PostgreSQL, ZooKeeper and etcd,
                within 1.3 s on MariaDB, MySQL and H2, within 3 s on memcached, and within 0.5 s on
                files; 0.5 s later if COMMAND has just begun. Give --wait more time than that and the
                holder's grace together.

                Redis knows who does not listen: such a holder is waited for 2 s at most. On the other
                stores it is waited for until --wait is over.

                On files, a lock cannot be taken from a process that lives. If the holder keeps it,
                nothing is released.

                On a terminal, the holder is shown and must be confirmed. If the lock has another
                holder by then, nothing is released. Otherwise, whoever holds the lock is asked. A holder
                that was confirmed or asked is the only one that loses the lock: if it passes to another
                one meanwhile, that one keeps it.

                The exit code is 0 if the holder released the lock or lost it, or nobody held it, and
                1 if the holder was not confirmed, has changed, or kept a lock on files.

                With --json: {"name", "released", "holder", "by"}. "by" is "holder" if the holder no
                longer held the lock after it was asked, and "force" if the lock was taken from it.
                """);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        String name = arguments.operands().get(0);
        if (!arguments.has(FORCE)) {
            throw new UsageException("Only its holder can release the lock '" + name
                    + "'. To take it from its holder, use lockkeeper release NAME --force.");
        }
        Duration asked = Durations.of(arguments, WAIT, Duration.ZERO);
        boolean confirms = !arguments.has(YES) && Terminal.is(0) && Terminal.is(2);
        try (Connection connection = Connection.open(arguments)) {
            Release release = new Release(connection, name, asked == null ? PATIENCE : asked, confirms);
            if (!release.asks()) {
                var unused = connection.forceRelease(); // Where it is not possible, nobody need confirm it.
            }
            Optional<Holding> shown = ShowVerb.of(connection, name).holding();
            if (confirms && shown.isPresent() && !agreed(name, shown.get().holder())) {
                Output.error("the lock '" + name + "' was not released");
                return ExitCode.DECLINED;
            }
            Release.Outcome outcome = shown.isPresent() ? release.from(shown.get()) : new Release.Nobody();
            return tell(arguments, name, outcome);
        }
    }

    private static boolean agreed(String name, Holder holder) throws IOException {
        Output.raw(Output.printable("The lock '" + name + "' is held by " + holder + "; take it away? [y/N] "));
        StringBuilder answer = new StringBuilder();
        for (int read = System.in.read(); read >= 0 && read != '\n'; read = System.in.read()) {
            answer.append((char) read);
        }
        String word = answer.toString().strip().toLowerCase(Locale.ROOT);
        return word.equals("y") || word.equals("yes");
    }

    private static int tell(Arguments arguments, String name, Release.Outcome outcome) {
        if (outcome instanceof Release.Passed passed) {
            Output.error("the lock '" + name + "' was not released: the holder has changed, and is now "
                    + passed.to().holder());
            return ExitCode.DECLINED;
        }
        if (outcome instanceof Release.Kept kept) {
            Output.error(
                    "the lock '" + name + "' was not released: " + kept.by().holder()
                            + " still holds it, and this store cannot take it from a process that lives; end that process, or give"
                            + " it more time with --wait");
            return ExitCode.DECLINED;
        }
        Output.print(
                arguments.has(Option.JSON) ? Release.json(name, outcome) : Output.printable(sentence(name, outcome)));
        return ExitCode.OK;
    }

    private static String sentence(String name, Release.Outcome outcome) {
        if (outcome instanceof Release.GivenBack given) {
            return given.by().holder() + " no longer holds the lock '" + name + "'.";
        } else if (outcome instanceof Release.Taken taken) {
            return "Took the lock '" + name + "' away from " + taken.from() + ".";
        }
        return "Nobody held the lock '" + name + "'.";
    }
}
