package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The script that completes command lines in bash, written from the verbs' syntax. */
final class BashCompletion {
    private static final String SCRIPT = """
            # Completion of lockkeeper for bash: source this, or put it into bash-completion's folder.
            _lockkeeper() {
              local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} at words
              COMPREPLY=()
              if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W "@VERBS@ --help --version" -- "$current"))
                return
              fi
              for ((at = 2; at < COMP_CWORD; at++)); do
                if [ "${COMP_WORDS[at]}" = -- ]; then
                  if declare -F _command_offset >/dev/null; then
                    _command_offset $((at + 1))
                  elif [ $((at + 1)) -eq "$COMP_CWORD" ]; then
                    COMPREPLY=($(compgen -c -- "$current"))
                  fi
                  return
                fi
              done
              case $previous in
            @VALUES@
              esac
              case $verb in
            @CASES@
                *) words= ;;
              esac
              COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -o default -F _lockkeeper lockkeeper
            """;

    private BashCompletion() {}

    static String script() {
        Map<String, String> values = new LinkedHashMap<>();
        StringBuilder cases = new StringBuilder();
        for (Syntax syntax : Verbs.syntaxes()) {
            List<String> words = new ArrayList<>();
            for (Option option : syntax.options()) {
                words.add(option.name());
                if (!option.isFlag()) {
                    values.put(option.name(), value(option));
                }
            }
            words.addAll(Completion.operands(syntax));
            cases.append("    %s) words=\"%s\" ;;\n".formatted(syntax.verb(), String.join(" ", words)));
        }
        return SCRIPT.replace("@VERBS@", String.join(" ", Verbs.NAMES))
                .replace("@VALUES@", String.join("\n", values.values()))
                .replace("@CASES@", cases.toString().stripTrailing());
    }

    private static String nothingAfterAColon(Option option) {
        boolean colon = option.choices().stream().anyMatch(word -> word.endsWith(":"));
        return colon ? " [[ ${COMPREPLY[0]-} != *: ]] || compopt -o nospace 2>/dev/null;" : "";
    }

    /** What follows an option; of most values nothing is known. */
    private static String value(Option option) {
        String names = option.letter().isEmpty() ? option.name() : "-" + option.letter() + " | " + option.name();
        String reply = option.choices().isEmpty()
                ? ""
                : " COMPREPLY=($(compgen -W \"" + String.join(" ", option.choices()) + "\" -- \"$current\"));"
                        + nothingAfterAColon(option);
        return "    " + names + ")" + reply + " return ;;";
    }
}
