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
        assertThat(completed("run", "--on-lost", "")).containsExactly("kill", "warn");
        assertThat(completed("run", "name", "--", "tru")).contains("true");
        assertThat(completed("completion", "z")).containsExactly("zsh");
    }

    @Test
    void zshIsToldOfEveryVerbAndOption() {
        String script = Completion.zsh();
        assertThat(script).startsWith("#compdef lockkeeper");
        for (Syntax syntax : Verbs.syntaxes()) {
            assertThat(script).contains("    " + syntax.verb() + ") _arguments");
            for (Option option : syntax.options()) {
                assertThat(script).contains("'" + option.name() + "[");
            }
        }
    }

    private static List<String> completed(String... words) throws Exception {
        String script = Completion.bash() + "COMP_WORDS=(lockkeeper \"$@\"); COMP_CWORD=$#; _lockkeeper;"
                + " printf '%s\\n' \"${COMPREPLY[@]}\"";
        ProcessBuilder bash = new ProcessBuilder("bash", "--norc", "-c", script, "bash").redirectErrorStream(true);
        bash.command().addAll(List.of(words));
        Process process = bash.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return output.lines().toList();
    }
}
