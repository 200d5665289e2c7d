package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command line taken apart by a {@link Syntax}.
 *
 * <p>Options stand before, between and after operands, {@code --name value} or {@code --name=value}; {@code --} ends
 * them. Where the operands end with another program's command line, so does its first word.
 */
final class Arguments {
    private final Syntax syntax;
    private final IdentityHashMap<Option, String> values = new IdentityHashMap<>();
    private final List<String> operands = new ArrayList<>();

    private Arguments(Syntax syntax) {
        this.syntax = syntax;
    }

    /**
     * Takes a command line apart.
     *
     * @param from the index of the first word after the verb
     */
    static Arguments parse(Syntax syntax, String[] words, int from) {
        Arguments arguments = new Arguments(syntax);
        int at = from;
        boolean optionsEnded = false;
        while (at < words.length) {
            String word = words[at++];
            if (optionsEnded || word.length() < 2 || word.charAt(0) != '-') {
                arguments.operands.add(word);
                optionsEnded |= syntax.endsWithCommand() && arguments.operands.size() > 1;
            } else if (word.equals("--")) {
                optionsEnded = true;
            } else {
                at = arguments.option(word, words, at);
            }
        }
        if (!arguments.has(Option.HELP)) {
            arguments.checkOperands();
        }
        return arguments;
    }

    private int option(String word, String[] words, int next) {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        Option option = syntax.named(name);
        if (option == null) {
            throw new UsageException(unknown(name));
        }
        if (option.isFlag()) {
            if (equals >= 0) {
                throw new UsageException(name + " takes no value.");
            }
            values.put(option, "");
            return next;
        }
        if (equals >= 0) {
            values.put(option, word.substring(equals + 1));
            return next;
        }
        if (next == words.length) {
            throw new UsageException(name + " needs a value: " + name + " " + option.argument() + ".");
        }
        values.put(option, words[next]);
        return next + 1;
    }

    private String unknown(String name) {
        StringBuilder known = new StringBuilder();
        for (Option option : syntax.options()) {
            known.append(known.isEmpty() ? "" : ", ").append(option.name());
        }
        return "Unknown option " + name + ". The options are " + known + ".";
    }

    private void checkOperands() {
        if (operands.size() < syntax.least()) {
            throw new UsageException("An argument is missing. Usage: " + syntax.usage());
        }
        if (operands.size() > syntax.most()) {
            throw new UsageException(
                    "Unexpected argument '" + operands.get(syntax.most()) + "'. Usage: " + syntax.usage());
        }
    }

    boolean has(Option option) {
        return values.containsKey(option);
    }

    @Nullable
    String value(Option option) {
        return values.get(option);
    }

    String value(Option option, String otherwise) {
        String value = values.get(option);
        return value == null ? otherwise : value;
    }

    /** An option's number within bounds. */
    int number(Option option, int otherwise, int least, int most) {
        String value = values.get(option);
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
                option.name() + " must be an integer between " + least + " and " + most + ", not '" + value + "'.");
    }

    List<String> operands() {
        return operands;
    }
}
