package io.lockkeeper.cli;

import java.io.IOException;
import java.util.List;

/** {@code help [VERB|stores]}: lists the verbs, or describes one, or the addresses of stores. */
final class HelpVerb implements Verb {
    private static final Option MAN =
            Option.flag("--man", "", "Print the manual page of all verbs: roff, for man -l or a man1 folder.");
    private static final String NOTES = """
            `lockkeeper VERB --help` describes a verb, `lockkeeper help stores` the addresses of stores:
            options, TLS and password files.

            Defaults of options stand in /etc/lockkeeper.conf and ~/.config/lockkeeper.conf,
            in lines such as

              # comment
              store = redis://:secret@redis.example:6379
              wait = 10m
              quiet = yes

            The second file wins over the first, $LOCKKEEPER_STORE over both, and the
            command line over all. (If the variable names the file's store without its password, as
            it does for COMMAND, the file's address is used.) A line that is wrong is an
            error, so that nobody locks in another store than was meant; --no-config does
            without the files. A file with a password should have mode 0600 or 0640.
            A store on the file system is an absolute folder, such as file:/var/lock/app.
            The settings are @SETTINGS@

            Exit codes, besides those of COMMAND:
              0    success
              1    release: not confirmed, or the holder changed before the confirmation
              3    show: the lock is free
              64   the command line is wrong
              69   the store is unavailable
              70   another failure: a fault of lockkeeper or of the machine
              75   run, hold: the lock could not be acquired in time
              76   run, hold: the lock was lost while it was used
              126  run: COMMAND cannot be executed
              127  run: COMMAND was not found
              128+N  run, hold: signal N ended COMMAND, hold, or the wait for the lock
            """;

    @Override
    public Syntax syntax() {
        return new Syntax(
                "help",
                "[VERB|stores]",
                "Lists the verbs, or describes one, or the addresses of stores.",
                List.of(MAN, Option.HELP),
                0,
                1,
                "");
    }

    @Override
    public int run(Arguments arguments) throws IOException {
        if (arguments.has(MAN)) {
            Output.print(ManPage.of(VersionVerb.version(), notes()));
            return ExitCode.OK;
        }
        if (arguments.operands().isEmpty()) {
            Output.print(overview());
            return ExitCode.OK;
        }
        String name = arguments.operands().get(0);
        if (name.equals(StoresTopic.NAME)) {
            Output.print(StoresTopic.TEXT);
            return ExitCode.OK;
        }
        Verb verb = Verbs.named(name);
        if (verb == null) {
            throw new UsageException("Unknown verb '" + name + "'. The verbs are " + String.join(", ", Verbs.NAMES)
                    + "; a topic is stores.");
        }
        Output.print(Help.of(verb.syntax()));
        return ExitCode.OK;
    }

    private static String overview() {
        StringBuilder text = new StringBuilder("""
                Usage: lockkeeper VERB [options]

                Runs commands under distributed locks, and shows the holders and waiters of locks.

                Verbs:
                """);
        for (Syntax syntax : Verbs.syntaxes()) {
            text.append(Help.row((syntax.verb() + " " + syntax.operands()).strip(), syntax.summary()));
        }
        return text + "\n" + notes();
    }

    private static String notes() {
        return NOTES.replace(
                "@SETTINGS@", Help.wrapped(String.join(", ", Defaults.keys()) + ".", 0, "The settings are ".length()));
    }
}
