package io.lockkeeper.cli;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes a command line apart by a {@link Syntax}.
 *
 * <p>Options stand before, between and after operands: {@code --name value}, {@code --name=value}, {@code -n},
 * {@code -w 10}, {@code -w10}, {@code -nqw10}. {@code --} ends them; a program's command line stands behind it.
 */
final class Parser {
    /** The letters of options without a value that may stand before that of {@link Option#VERBOSE}. */
    private static final String FLAGS = "hnqvy";

    private final Syntax syntax;
    private final String[] words;
    private final Arguments arguments;
    private int next;

    Parser(Syntax syntax, String[] words, int from) {
        this.syntax = syntax;
        this.words = words;
        this.arguments = new Arguments(syntax);
        this.next = from;
    }

    Arguments parse() {
        while (next < words.length && !arguments.hasDashes()) {
            String word = words[next++];
            if (word.length() < 2 || word.charAt(0) != '-') {
                arguments.addOperand(word);
            } else if (word.equals("--")) {
                arguments.addRest(Arrays.asList(words).subList(next, words.length));
            } else if (word.startsWith("--")) {
                name(word);
            } else {
                letters(word);
            }
        }
        if (!arguments.has(Option.HELP)) {
            checkOperands();
        }
        return arguments;
    }

    /** Whether a command line, which may be wrong, asks for progress messages. */
    static boolean isVerbose(String[] words) {
        for (String word : words) {
            if (word.equals("--")) {
                return false;
            }
            if (word.equals(Option.VERBOSE.name()) || (word.startsWith("-") && hasVerboseLetter(word))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasVerboseLetter(String word) {
        int at = 1;
        while (at < word.length() && FLAGS.indexOf(word.charAt(at)) >= 0) {
            if (Option.VERBOSE.letter().charAt(0) == word.charAt(at++)) {
                return true;
            }
        }
        return false;
    }

    private void name(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Option option = known(syntax.named(name), name);
        if (equals < 0) {
            separate(option, name);
        } else if (option.isFlag()) {
            throw new UsageException(name + " takes no value.");
        } else {
            arguments.put(option, word.substring(equals + 1));
        }
    }

    /** Letters of flags; the last may be that of an option with a value, which may follow at once. */
    private void letters(String word) {
        for (int at = 1; at < word.length(); at++) {
            String letter = "-" + word.charAt(at);
            Option option = known(syntax.named(letter), word.length() == 2 ? word : letter + " in " + word);
            if (!option.isFlag() && at + 1 < word.length()) {
                arguments.put(option, word.substring(at + 1));
                return;
            }
            separate(option, letter);
        }
    }

    private void separate(Option option, String name) {
        if (option.isFlag()) {
            arguments.put(option, "");
        } else if (next == words.length) {
            throw new UsageException(name + " needs a value: " + name + " " + option.argument() + ".");
        } else {
            arguments.put(option, words[next++]);
        }
    }

    private Option known(@Nullable Option option, String name) {
        if (option != null) {
            return option;
        }
        checkForDashes();
        StringBuilder known = new StringBuilder();
        for (Option each : syntax.options()) {
            known.append(known.isEmpty() ? "" : ", ").append(each.name());
        }
        throw new UsageException("Unknown option " + name + ". The options are " + known + ".");
    }

    private void checkOperands() {
        boolean before = syntax.endsWithCommand() && arguments.hasDashes();
        int count = arguments.operands().size();
        if (count < syntax.least()) {
            throw new UsageException(
                    (before ? "NAME is missing before --." : "An argument is missing.") + " Usage: " + syntax.usage());
        }
        checkForDashes();
        if (count > syntax.most()) {
            throw new UsageException(
                    "Unexpected argument '" + arguments.operands().get(syntax.most()) + "'. Usage: " + syntax.usage());
        }
    }

    /** What follows the first NAME is then COMMAND, and what looks like an option of ours may be COMMAND's. */
    private void checkForDashes() {
        int least = syntax.least();
        if (syntax.endsWithCommand()
                && !arguments.hasDashes()
                && !Arrays.asList(words).subList(next, words.length).contains("--")
                && !arguments.has(RunVerb.COMMAND)
                && arguments.operands().size() > least) {
            throw new UsageException("-- is missing before COMMAND, here '"
                    + arguments.operands().get(least) + "'. Usage: " + syntax.usage());
        }
    }
}
