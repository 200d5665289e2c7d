package io.lockkeeper.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a verb's command line may look like: the one source of parsing, help and completion.
 *
 * @param verb the verb's name, empty for {@code lockkeeper} itself
 * @param operands what follows the options, as help shows it
 * @param summary what the verb does, in one line
 * @param options in the order in which help shows them
 * @param least how many operands there must be, a program's command line not counted
 * @param most how many operands there may be
 * @param notes what help says at its end
 */
record Syntax(String verb, String operands, String summary, List<Option> options, int least, int most, String notes) {
    static final int ANY = Integer.MAX_VALUE;

    /** Whether another program's command line stands behind {@code --}. */
    boolean endsWithCommand() {
        return operands.contains("COMMAND");
    }

    String usage() {
        String line = verb.isEmpty() ? "lockkeeper VERB" : "lockkeeper " + verb;
        return line + " [options]" + (operands.isEmpty() ? "" : " " + operands);
    }

    @Nullable
    Option named(String word) {
        for (Option option : options) {
            if (option.name().equals(word) || (!option.letter().isEmpty() && word.equals("-" + option.letter()))) {
                return option;
            }
        }
        return null;
    }
}
