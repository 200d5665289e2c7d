package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a {@linkplain Parser command line} says, over what files of {@linkplain Defaults defaults} say. */
final class Arguments {
    /** Files have lower ranks. */
    private static final int COMMAND_LINE = Integer.MAX_VALUE;

    /**
     * @param rank which of two places wins, the higher one
     * @param label the option as the place writes it, for messages
     */
    private record Given(String text, int rank, String label) {}

    private final Syntax syntax;
    private final IdentityHashMap<Option, Given> values = new IdentityHashMap<>();
    private final List<String> operands = new ArrayList<>();
    private final List<String> command = new ArrayList<>();
    private boolean dashes;

    Arguments(Syntax syntax) {
        this.syntax = syntax;
    }

    /**
     * Takes a command line apart.
     *
     * @param from the index of the first word after the verb
     */
    static Arguments parse(Syntax syntax, String[] words, int from) {
        return new Parser(syntax, words, from).parse();
    }

    void put(Option option, String text) {
        values.put(option, new Given(text, COMMAND_LINE, option.name()));
    }

    void addOperand(String word) {
        operands.add(word);
    }

    /** Adds {@code --} and what stands behind it. */
    void addRest(List<String> rest) {
        dashes = true;
        (syntax.endsWithCommand() ? command : operands).addAll(rest);
    }

    /**
     * Adds what a file says, where the command line and files of higher rank say nothing.
     *
     * @param value empty for a flag that is set, null for one that is not
     */
    void addDefault(Option option, @Nullable String value, int rank, String label) {
        Given before = values.get(option);
        if (syntax.named(option.name()) == null || (before != null && before.rank > rank)) {
            return; // It is another verb's, or set by who comes first.
        }
        if (value == null) {
            values.remove(option);
        } else {
            values.put(option, new Given(value, rank, label));
        }
    }

    /** Of two options that exclude each other, leaves the one in the place of higher rank. */
    void exclude(Option one, Option other, String why) {
        Given first = values.get(one);
        Given second = values.get(other);
        if (first == null || second == null) {
            return;
        }
        if (first.rank == second.rank) {
            throw new UsageException(first.label + " and " + second.label + " cannot be combined" + why + ".");
        }
        values.remove(first.rank < second.rank ? one : other);
    }

    Syntax syntax() {
        return syntax;
    }

    boolean has(Option option) {
        return values.containsKey(option);
    }

    /** Whether the command line itself has an option. */
    boolean isGiven(Option option) {
        Given given = values.get(option);
        return given != null && given.rank == COMMAND_LINE;
    }

    @Nullable
    String value(Option option) {
        Given given = values.get(option);
        return given == null ? null : given.text;
    }

    String value(Option option, String otherwise) {
        return Objects.requireNonNullElse(value(option), otherwise);
    }

    /** An option as it was written, and in which file and line unless on the command line. */
    String label(Option option) {
        Given given = values.get(option);
        return given == null ? option.name() : given.label;
    }

    /** An option's number within bounds. */
    int number(Option option, int otherwise, int least, int most) {
        String value = value(option);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notOne) {
            // Said below, as for one that is out of bounds.
        }
        throw new UsageException(
                label(option) + " must be an integer between " + least + " and " + most + ", not '" + value + "'.");
    }

    List<String> operands() {
        return operands;
    }

    /** Whether {@code --} was there. */
    boolean hasDashes() {
        return dashes;
    }

    /** What stands behind {@code --} where the syntax ends with a program's command line. */
    List<String> command() {
        return command;
    }
}
