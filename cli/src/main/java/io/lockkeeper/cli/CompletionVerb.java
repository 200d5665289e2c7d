package io.lockkeeper.cli;

import java.util.List;

/** {@code completion bash|zsh|fish}: prints a script that completes command lines. */
final class CompletionVerb implements Verb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "completion",
                String.join("|", Completion.SHELLS),
                "Prints a script for command completion in a shell.",
                List.of(Option.HELP),
                1,
                1,
                """
                bash: source <(lockkeeper completion bash)
                zsh:  source <(lockkeeper completion zsh), after compinit
                fish: lockkeeper completion fish | source
                """);
    }

    @Override
    public int run(Arguments arguments) {
        Output.print(Completion.of(arguments.operands().get(0)));
        return ExitCode.OK;
    }
}
