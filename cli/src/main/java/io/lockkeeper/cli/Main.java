package io.lockkeeper.cli;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.file.FileStores;
import java.nio.charset.CharacterCodingException;
import java.util.Properties;

/** The command {@code lockkeeper}. */
public final class Main {
    /** The property by which the launcher says that it has percent-encoded the words: any locale leaves them alone. */
    static final String WORDS = "lockkeeper.words";

    /** The libraries that log nothing, and to standard error, by name: to look for one opens all jars. */
    private static final String SILENT = "org.slf4j.nop.NOPServiceProvider";

    private static final String SIMPLE = "org.slf4j.simple.SimpleServiceProvider";
    private static final String SIMPLE_SETTING = "org.slf4j.simpleLogger.";

    private Main() {}

    /**
     * Does what the command line asks for, and ends the JVM with its exit code.
     *
     * @param words the command line
     */
    public static void main(String[] words) {
        boolean isRun = isSupervised();
        System.setProperty(FileStores.OWN_JVM, "true");
        int code;
        try {
            code = run(System.getProperty(WORDS) == null ? words : decoded(words));
        } catch (UsageException notUtf8) {
            Output.error(String.valueOf(notUtf8.getMessage()));
            code = ExitCode.USAGE;
        }
        code = Output.finish(code);
        if (isRun && StoreUrl.isKeptElsewhere()) {
            // It has given back all that it had, and nothing is left to wait for.
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    /** Locks have names that all stores and all locales read alike: bytes that are no text are nobody's name. */
    private static String[] decoded(String[] words) {
        String[] decoded = new String[words.length];
        for (int at = 0; at < words.length; at++) {
            try {
                decoded[at] = Wire.decode(words[at]);
            } catch (CharacterCodingException bytes) {
                throw new UsageException("The argument '" + words[at]
                        + "' (percent-encoded here) is not UTF-8. Only COMMAND's own arguments may be any bytes.");
            }
        }
        return decoded;
    }

    /** Does what the command line asks for. The exit code. */
    static int run(String... words) {
        setLog(Parser.isVerbose(words));
        try {
            return dispatch(words);
        } catch (UsageException wrong) {
            Output.error(wrong.getMessage() + " (see lockkeeper help)");
            return ExitCode.USAGE;
        } catch (Throwable failure) { // An error such as a lack of memory, too: a JVM would end with 1, which is
            // COMMAND's.
            return failed(words, exitCode(failure), failure);
        }
    }

    private static void setLog(boolean verbose) {
        Properties settings = System.getProperties();
        settings.putIfAbsent("slf4j.provider", verbose ? SIMPLE : SILENT);
        settings.putIfAbsent("slf4j.internal.verbosity", "WARN"); // Else it tells of that on standard error.
        if (!verbose) {
            settings.putIfAbsent(Silence.PROPERTY, Silence.class.getName());
            return;
        }
        // Only what stores say of their servers, not all that libraries do.
        settings.putIfAbsent(SIMPLE_SETTING + "defaultLogLevel", "off");
        settings.putIfAbsent(SIMPLE_SETTING + "log.io.lockkeeper", "warn");
        settings.putIfAbsent(SIMPLE_SETTING + "showThreadName", "false");
        settings.putIfAbsent(SIMPLE_SETTING + "showLogName", "false");
    }

    /** The exit code for what a verb has thrown. */
    static int exitCode(Throwable failure) {
        if (failure instanceof Failure known) {
            return known.exitCode();
        }
        if (failure instanceof StoreUnavailableException || failure instanceof IllegalStateException) {
            // The second is what the library says of a store that refuses access, or cannot do what is asked of it.
            // RunVerb sees to its own.
            return ExitCode.UNAVAILABLE;
        }
        // The second is what the library says of a name or an address that it can't accept.
        return failure instanceof UsageException || failure instanceof IllegalArgumentException
                ? ExitCode.USAGE
                : ExitCode.SOFTWARE;
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
            print(Help.of(verb.syntax()));
            return ExitCode.OK;
        }
        Defaults.fill(arguments);
        return verb.run(arguments);
    }

    /** The standard output of a supervised JVM is its line to the supervisor, which has the user's. */
    private static void print(String help) {
        if (isSupervised()) {
            System.out.println("print " + Wire.encode(help));
        } else {
            Output.print(help);
        }
    }

    static boolean isSupervised() {
        return "supervised".equals(System.getProperty(WORDS));
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
        if (fault && Parser.isVerbose(words)) {
            Output.stackTrace(failure);
        }
        return code;
    }
}
