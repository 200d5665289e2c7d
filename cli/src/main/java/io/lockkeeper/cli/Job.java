package io.lockkeeper.cli;

/** What runs under the lock. */
sealed interface Job {
    /** The command line that the launcher was given, whose name is all that a JVM needs of it. */
    record Command(String name) implements Job {}

    /** A text for the shell. */
    record Shell(String text) implements Job {}

    /** Nothing but the lock itself: its token is printed, and it ends with standard input, or by a signal alone. */
    record Hold(boolean untilSignal) implements Job {}

    /** What a command line asks for. */
    static Job of(Arguments arguments) {
        if (!arguments.syntax().endsWithCommand()) {
            HoldVerb.checkStreams(arguments);
            return new Hold(arguments.has(HoldVerb.UNTIL_SIGNAL));
        }
        String text = arguments.value(RunVerb.COMMAND);
        if (text == null) {
            if (arguments.command().isEmpty()) {
                boolean elects = arguments.syntax().verb().equals(ElectVerb.NAME);
                throw new UsageException("COMMAND is missing. Usage: "
                        + arguments.syntax().usage() + (elects ? ". Who leads is shown by lockkeeper show NAME." : ""));
            }
            return new Command(arguments.command().get(0));
        }
        if (arguments.hasDashes()) {
            throw new UsageException("-c TEXT and -- COMMAND cannot be combined.");
        }
        if (text.isBlank()) {
            throw new UsageException("-c needs a command for the shell, and its text is empty.");
        }
        return new Shell(text);
    }

    /** The program, as messages of the system call it. */
    default String program() {
        return this instanceof Command command ? command.name() : "/bin/sh";
    }

    /** What others are told of the holder unless it says something else. Of a shell's text nothing: its words may be secret. */
    default String description() {
        return this instanceof Hold ? "hold" : program().substring(program().lastIndexOf('/') + 1);
    }

    /** The word for it in messages. */
    default String word() {
        return this instanceof Hold ? "hold" : "COMMAND";
    }
}
