package io.lockkeeper.cli;

import io.lockkeeper.StoreUnavailableException;

/** The command {@code lockkeeper}. */
public final class Main {
    private Main() {}

    /**
     * Does what the command line asks for, and ends the JVM with its exit code.
     *
     * @param words the command line
     */
    public static void main(String[] words) {
        int code = run(words);
        Output.flush();
        System.exit(code);
    }

    /** Does what the command line asks for. The exit code. */
    static int run(String... words) {
        if (!verbose(words)) {
            System.getProperties().putIfAbsent(Silence.PROPERTY, Silence.class.getName());
        }
        try {
            return dispatch(words);
        } catch (UsageException wrong) {
            Output.error(wrong.getMessage() + " (see lockkeeper help)");
            return ExitCode.USAGE;
        } catch (Failure failure) {
            return failed(words, failure.exitCode(), failure);
        } catch (StoreUnavailableException unavailable) {
            return failed(words, ExitCode.UNAVAILABLE, unavailable);
        } catch (IllegalStateException refused) {
            // What the library says of a store that refuses access, or cannot do what is asked of it.
            return failed(words, ExitCode.UNAVAILABLE, refused);
        } catch (IllegalArgumentException wrong) {
            // What the library says of a name or an address that it can't accept.
            return failed(words, ExitCode.USAGE, wrong);
        } catch (Exception | LinkageError fault) {
            return failed(words, ExitCode.SOFTWARE, fault);
        }
    }

    private static int dispatch(String[] words) throws Exception {
        if (words.length == 0) {
            throw new UsageException("A verb is missing. The verbs are " + String.join(", ", Verbs.NAMES) + ".");
        }
        String name = switch (words[0]) {
            case "--help", "-h" -> "help";
            case "--version", "-V" -> "version";
            default -> words[0];
        };
        Verb verb = Verbs.named(name);
        if (verb == null) {
            throw new UsageException("Unknown verb '" + Output.printable(name) + "'. The verbs are "
                    + String.join(", ", Verbs.NAMES) + ".");
        }
        Arguments arguments = Arguments.parse(verb.syntax(), words, 1);
        if (arguments.has(Option.HELP)) {
            Output.print(Help.of(verb.syntax()));
            return ExitCode.OK;
        }
        return verb.run(arguments);
    }

    private static int failed(String[] words, int code, Throwable failure) {
        String message = failure.getMessage();
        if (message == null || (code == ExitCode.SOFTWARE && !(failure instanceof Failure))) {
            message = failure.toString();
        }
        if (!message.isEmpty()) {
            Output.error(message);
        }
        boolean fault = !(failure instanceof Failure) || failure.getCause() != null;
        if (fault && verbose(words)) {
            Output.stackTrace(failure);
        }
        return code;
    }

    /** Looked up anew, because the failure may be that of the parser. */
    private static boolean verbose(String[] words) {
        for (String word : words) {
            if (word.equals("--")) {
                return false;
            }
            if (word.equals("--verbose") || word.equals("-v")) {
                return true;
            }
        }
        return false;
    }
}
