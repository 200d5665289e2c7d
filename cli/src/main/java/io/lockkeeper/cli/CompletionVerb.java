package io.lockkeeper.cli;

import java.util.List;

/** {@code completion bash|zsh}: prints a script that completes command lines. */
final class CompletionVerb implements Verb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "completion",
                "bash|zsh",
                "Prints a script for command completion in a shell.",
                List.of(Option.HELP),
                1,
                1,
                """
                bash: source <(lockkeeper completion bash)
                zsh:  source <(lockkeeper completion zsh), after compinit
                """);
    }

    @Override
    public int run(Arguments arguments) {
        String shell = arguments.operands().get(0);
        Output.print(
                switch (shell) {
                    case "bash" -> Completion.bash();
                    case "zsh" -> Completion.zsh();
                    default ->
                        throw new UsageException("Completion is available for bash and zsh, not for '" + shell + "'.");
                });
        return ExitCode.OK;
    }
}
