package io.lockkeeper.cli;

import java.util.List;

/** The script that completes command lines in zsh, written from the verbs' syntax. */
final class ZshCompletion {
    private static final String SCRIPT = """
            #compdef lockkeeper
            # Completion of lockkeeper for zsh: put this into a folder of $fpath as _lockkeeper, or source it.
            _lockkeeper() {
              local -a verbs
              verbs=(
            @VERBS@
              )
              if (( CURRENT == 2 )); then
                _describe verb verbs
                return
              fi
              local verb=${words[2]}
              shift words
              (( CURRENT-- ))
              local dashes=${words[(i)--]}
              if [ $verb = run ] && (( dashes < CURRENT )); then
                shift $dashes words
                (( CURRENT -= dashes ))
                _normal -p lockkeeper
                return
              fi
              case $verb in
            @CASES@
              esac
            }
            if [ "$funcstack[1]" = _lockkeeper ]; then _lockkeeper "$@"; else compdef _lockkeeper lockkeeper; fi
            """;

    private ZshCompletion() {}

    static String script() {
        StringBuilder verbs = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        for (Syntax syntax : Verbs.syntaxes()) {
            verbs.append("    ")
                    .append(Completion.quoted(syntax.verb() + ":" + syntax.summary()))
                    .append('\n');
            cases.append("    ").append(syntax.verb()).append(") _arguments -s -S");
            for (Option option : syntax.options()) {
                String rest = "[" + help(option) + "]" + value(option);
                cases.append(" \\\n      ").append(Completion.quoted(option.name() + rest));
                if (!option.letter().isEmpty()) {
                    cases.append(" \\\n      ").append(Completion.quoted("-" + option.letter() + rest));
                }
            }
            cases.append(" \\\n      ").append(Completion.quoted(rest(syntax))).append(" ;;\n");
        }
        return SCRIPT.replace("@VERBS@", verbs.toString().stripTrailing())
                .replace("@CASES@", cases.toString().stripTrailing());
    }

    private static String help(Option option) {
        return option.help().replaceAll("[\\[\\]]", "").replace(":", "\\:");
    }

    private static String value(Option option) {
        if (option.isFlag()) {
            return "";
        }
        List<String> choices = option.choices();
        return choices.isEmpty()
                ? ":" + option.argument() + ":"
                : ":what:(" + String.join(" ", choices).replace(":", "\\:") + ")";
    }

    private static String rest(Syntax syntax) {
        List<String> words = Completion.operands(syntax);
        return words.isEmpty() ? "*:name:" : "*:word:(" + String.join(" ", words) + ")";
    }
}
