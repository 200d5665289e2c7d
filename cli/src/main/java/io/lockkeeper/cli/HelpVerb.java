package io.lockkeeper.cli;

import java.util.List;

/** {@code help [VERB]}: what there is to do, and how. */
final class HelpVerb implements Verb {
    private static final String NOTES = """
            `lockkeeper VERB --help` tells about one of them.

            Exit codes, besides those of COMMAND:
              0    done
              1    release: the question was answered with no
              64   the command line is wrong
              69   the store can't be reached
              70   something else failed: a fault of lockkeeper's or of the machine
              75   run: the lock could not be had in time
              76   run: the lock was lost while COMMAND ran
              126  run: COMMAND can't be executed
              127  run: there is no COMMAND
              128+N  run: signal N ended COMMAND, or the wait for the lock
            """;

    @Override
    public Syntax syntax() {
        return new Syntax("help", "[VERB]", "Says what there is to do, and how.", List.of(Option.HELP), 0, 1, "");
    }

    @Override
    public int run(Arguments arguments) {
        if (arguments.operands().isEmpty()) {
            Output.print(overview());
            return ExitCode.OK;
        }
        String name = arguments.operands().get(0);
        Verb verb = Verbs.named(name);
        if (verb == null) {
            throw new UsageException(
                    "There is no verb '" + name + "'; there are " + String.join(", ", Verbs.NAMES) + ".");
        }
        Output.print(Help.of(verb.syntax()));
        return ExitCode.OK;
    }

    private static String overview() {
        StringBuilder text = new StringBuilder("""
                Usage: lockkeeper VERB [options]

                Runs commands under distributed locks, and shows who holds and who waits.

                Verbs:
                """);
        for (Syntax syntax : Verbs.syntaxes()) {
            text.append(Help.row((syntax.verb() + " " + syntax.operands()).strip(), syntax.summary()));
        }
        return text + "\n" + NOTES;
    }
}
