package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.List;

/** Scripts that complete command lines, written from the verbs' syntax. */
final class Completion {
    private static final String BASH = """
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
                @VALUED@) return ;;
                --on-lost) COMPREPLY=($(compgen -W "kill warn" -- "$current")); return ;;
              esac
              case $verb in
            @CASES@
                *) words= ;;
              esac
              COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -o default -F _lockkeeper lockkeeper
            """;
    private static final String ZSH = """
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
              case $verb in
            @CASES@
              esac
            }
            if [ "$funcstack[1]" = _lockkeeper ]; then _lockkeeper "$@"; else compdef _lockkeeper lockkeeper; fi
            """;

    private Completion() {}

    static String bash() {
        StringBuilder cases = new StringBuilder();
        List<String> valued = new ArrayList<>();
        for (Syntax syntax : Verbs.syntaxes()) {
            List<String> words = new ArrayList<>();
            for (Option option : syntax.options()) {
                words.add(option.name());
                if (!option.isFlag() && !option.name().equals("--on-lost") && !valued.contains(option.name())) {
                    valued.add(option.name());
                }
            }
            words.addAll(operands(syntax));
            cases.append("    %s) words=\"%s\" ;;\n".formatted(syntax.verb(), String.join(" ", words)));
        }
        return BASH.replace("@VERBS@", String.join(" ", Verbs.NAMES))
                .replace("@VALUED@", String.join(" | ", valued))
                .replace("@CASES@", cases.toString().stripTrailing());
    }

    static String zsh() {
        StringBuilder verbs = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        for (Syntax syntax : Verbs.syntaxes()) {
            verbs.append("    ")
                    .append(quoted(syntax.verb() + ":" + syntax.summary()))
                    .append('\n');
            cases.append("    ").append(syntax.verb()).append(") _arguments -S");
            for (Option option : syntax.options()) {
                String help = option.help().replaceAll("[\\[\\]]", "").replace(":", "\\:");
                cases.append(" \\\n      ").append(quoted(option.name() + "[" + help + "]" + value(option)));
            }
            cases.append(" \\\n      ").append(quoted(rest(syntax))).append(" ;;\n");
        }
        return ZSH.replace("@VERBS@", verbs.toString().stripTrailing())
                .replace("@CASES@", cases.toString().stripTrailing());
    }

    private static String value(Option option) {
        if (option.isFlag()) {
            return "";
        }
        return option.name().equals("--on-lost") ? ":what:(kill warn)" : ":" + option.argument() + ":";
    }

    private static String rest(Syntax syntax) {
        List<String> words = operands(syntax);
        if (syntax.endsWithCommand()) {
            return "*::command:_normal -p lockkeeper";
        }
        return words.isEmpty() ? "*:name:" : "*:word:(" + String.join(" ", words) + ")";
    }

    private static List<String> operands(Syntax syntax) {
        return switch (syntax.verb()) {
            case "completion" -> List.of("bash", "zsh");
            case "ddl" -> List.of(syntax.operands().split("\\|", -1));
            case "help" -> Verbs.NAMES;
            default -> List.of();
        };
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
