package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.jdbc.TableScript;
import io.lockkeeper.store.StoreAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Whether a printed command line is one that {@code lockkeeper} takes. */
final class CommandCheck {
    private static final String DATABASE = "DATABASE";

    private CommandCheck() {}

    /** A line that a sentence mentions, with a name and a command if it has neither. */
    static List<String> completed(List<String> words) {
        Verb verb = Verbs.named(words.get(0));
        if (verb == null || words.stream().skip(1).anyMatch(word -> !word.startsWith("-"))) {
            return words;
        }
        List<String> line = new ArrayList<>(words);
        if (verb.syntax().least() > 0 && !words.contains(Option.HELP.name())) {
            line.add(words.get(0).equals("ddl") ? DATABASE : "NAME");
        }
        if (verb.syntax().endsWithCommand() && !words.contains(Option.HELP.name())) {
            line.addAll(List.of("--", "COMMAND"));
        }
        return line;
    }

    /**
     * Checks a line's verb, its options and their values.
     *
     * @param words the line without its first word
     * @return what it says
     */
    static Arguments check(List<String> words) {
        String name = words.isEmpty() ? "" : words.get(0);
        Verb verb = Verbs.named(name.equals("--version") ? "version" : name.equals("--help") ? "help" : name);
        assertThat(verb)
                .as("the verb of 'lockkeeper %s'", String.join(" ", words))
                .isNotNull();
        Syntax syntax = Objects.requireNonNull(verb).syntax();
        Arguments arguments = Arguments.parse(syntax, words.toArray(String[]::new), 1);
        for (Option option : syntax.options()) {
            String value = arguments.value(option);
            if (value != null && !option.isFlag()) {
                checkValue(option, value);
            }
        }
        if (syntax.endsWithCommand() && !arguments.has(Option.HELP)) {
            assertThat(arguments.has(RunVerb.COMMAND) != !arguments.command().isEmpty())
                    .as("one command of 'lockkeeper %s'", String.join(" ", words))
                    .isTrue();
        }
        if (name.equals("help") || name.equals("ddl")) {
            List<String> known =
                    name.equals("help") ? Completion.operands(syntax) : withPlaceholder(TableScript.databases());
            assertThat(known).as(String.join(" ", words)).containsAll(arguments.operands());
        }
        return arguments;
    }

    private static List<String> withPlaceholder(List<String> databases) {
        List<String> all = new ArrayList<>(databases);
        all.add(DATABASE);
        return all;
    }

    private static void checkValue(Option option, String value) {
        String shown = option.name() + " " + value;
        if (!option.choices().isEmpty()) {
            // Of run:TEXT, what stands before the text.
            assertThat(option.choices().stream().map(choice -> choice.replaceFirst(":.*", "")))
                    .as(shown)
                    .contains(value.replaceFirst(":.*", ""));
        } else if (option.argument().equals("DURATION")) {
            assertThat(Durations.parse(value)).as(shown).isNotNull();
        } else if (option.argument().equals("CODE")) {
            assertThat(Integer.parseInt(value)).as(shown).isBetween(0, 255);
        } else if (option.argument().equals("URL")) {
            assertThat(StoreAddress.parse(value).scheme()).as(shown).isNotEmpty();
        } else {
            assertThat(value).as(shown).isNotBlank();
        }
    }
}
