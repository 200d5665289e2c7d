package io.lockkeeper.cli;

import java.util.List;
import java.util.stream.Stream;

/** What the scripts that complete command lines have in common. */
final class Completion {
    /** The shells there is a script for. */
    static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    private Completion() {}

    /** The script of a shell. */
    static String of(String shell) {
        return switch (shell) {
            case "bash" -> BashCompletion.script();
            case "zsh" -> ZshCompletion.script();
            case "fish" -> FishCompletion.script();
            default ->
                throw new UsageException(
                        "Completion is available for " + String.join(", ", SHELLS) + ", not for '" + shell + "'.");
        };
    }

    /** The words that may stand as operand; empty if any may. */
    static List<String> operands(Syntax syntax) {
        return switch (syntax.verb()) {
            case "completion", "ddl" -> List.of(syntax.operands().split("\\|", -1));
            case "help" ->
                Stream.concat(Verbs.NAMES.stream(), Stream.of(StoresTopic.NAME)).toList();
            default -> List.of();
        };
    }

    /** As one word for bash and zsh. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
