package io.lockkeeper.cli;

import java.util.List;

/** The script that completes command lines in fish, written from the verbs' syntax. */
final class FishCompletion {
    private static final String HEAD = """
            # Completion of lockkeeper for fish: put this into ~/.config/fish/completions as lockkeeper.fish.
            # Behind -- stands a command of its own.
            function __lockkeeper_verb
                set -l words (commandline -opc)
                test (count $words) -ge 2; and test "$words[2]" = $argv[1]; and not contains -- -- $words
            end
            function __lockkeeper_command
                set -l words (commandline -opc)
                set -l at (contains -i -- -- $words); or return
                set -l rest (string escape -- $words[(math $at + 1)..-1]) (commandline -ct)
                complete -C "$rest"
            end
            complete -c lockkeeper -f
            complete -c lockkeeper -n 'contains -- -- (commandline -opc)' -a '(__lockkeeper_command)'
            """;

    private FishCompletion() {}

    static String script() {
        StringBuilder script = new StringBuilder(HEAD);
        for (Syntax syntax : Verbs.syntaxes()) {
            line(script, "__fish_use_subcommand", "-a " + quoted(syntax.verb()), syntax.summary());
        }
        for (Syntax syntax : Verbs.syntaxes()) {
            String condition = "__lockkeeper_verb " + syntax.verb();
            List<String> words = Completion.operands(syntax);
            if (!words.isEmpty()) {
                line(script, condition, "-a " + quoted(String.join(" ", words)), "");
            }
            for (Option option : syntax.options()) {
                line(script, condition, option(option), option.help());
            }
        }
        return script.toString();
    }

    private static String option(Option option) {
        String letter = option.letter().isEmpty() ? "" : " -s " + option.letter();
        String value = option.isFlag() ? "" : " -x";
        String choices = option.choices().isEmpty() ? "" : " -a " + quoted(String.join(" ", option.choices()));
        return "-l " + option.key() + letter + value + choices;
    }

    private static void line(StringBuilder script, String condition, String what, String help) {
        script.append("complete -c lockkeeper -n ")
                .append(quoted(condition))
                .append(' ')
                .append(what);
        if (!help.isEmpty()) {
            script.append(" -d ").append(quoted(help));
        }
        script.append('\n');
    }

    /** In fish, a backslash in single quotes stands before a quote or another backslash. */
    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
