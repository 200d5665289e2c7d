package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RequiresProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CompletionTest {
    @Test
    @RequiresProgram(value = "bash", remedy = "apt-get install bash")
    void bashCompletesVerbsOptionsAndTheirValues() throws Exception {
        assertThat(completed("")).containsAll(Verbs.NAMES);
        assertThat(completed("rel")).containsExactly("release");
        assertThat(completed("run", "--w")).containsExactly("--wait");
        assertThat(completed("run", "--on-lost", "")).containsExactly("kill", "warn", "run:");
        assertThat(completed("run", "name", "--", "tru")).contains("true");
        assertThat(completed("completion", "z")).containsExactly("zsh");
        assertThat(completed("run", "-w", "")).containsExactly("");
    }

    @Test
    void zshIsToldOfEveryVerbAndOption() {
        String script = Completion.of("zsh");
        assertThat(script).startsWith("#compdef lockkeeper");
        for (Syntax syntax : Verbs.syntaxes()) {
            assertThat(script).contains("    " + syntax.verb() + ") _arguments");
            for (Option option : syntax.options()) {
                assertThat(script).contains("'" + option.name() + "[");
            }
        }
    }

    @Test
    void fishIsToldOfEveryVerbAndOption() {
        String script = Completion.of("fish");
        for (Syntax syntax : Verbs.syntaxes()) {
            assertThat(script)
                    .contains("complete -c lockkeeper -n '__fish_use_subcommand' -a '" + syntax.verb() + "' -d");
            for (Option option : syntax.options()) {
                assertThat(script).contains("'__lockkeeper_verb " + syntax.verb() + "' -l " + option.key() + " ");
            }
        }
        assertThat(script)
                .contains("-l wait -s w -x -d 'Wait for", "-l on-lost -x -a 'kill warn run:'", "COMMAND\\'s name")
                .contains("-a 'postgresql mariadb mysql h2'");
    }

    private static List<String> completed(String... words) throws Exception {
        String script = Completion.of("bash") + "COMP_WORDS=(lockkeeper \"$@\"); COMP_CWORD=$#; _lockkeeper;"
                + " printf '%s\\n' \"${COMPREPLY[@]}\"";
        ProcessBuilder bash = new ProcessBuilder("bash", "--norc", "-c", script, "bash").redirectErrorStream(true);
        bash.command().addAll(List.of(words));
        Process process = bash.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return output.lines().toList();
    }
}
