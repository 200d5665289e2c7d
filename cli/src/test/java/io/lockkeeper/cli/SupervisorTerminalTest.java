package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, disabledReason = "terminal.pl makes its terminal with Linux's ioctl numbers")
class SupervisorTerminalTest extends CommandTest {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_Z = "\u001a";
    private static final String FOREGROUND = "perl -MPOSIX -e 'print tcgetpgrp(0) == getpgrp() ? 1 : 0'";

    private final StringBuilder shown = new StringBuilder();

    @Test
    void ctrlCEndsCommand() throws Exception {
        Process terminal = terminal(run("sh", "-c", "echo ready; while :; do sleep 1; done"));
        waitFor(terminal, "ready");
        type(terminal, CTRL_C);
        assertThat(terminal.waitFor()).isEqualTo(128 + 2);
    }

    @Test
    void commandReadsFromTheTerminal() throws Exception {
        Process terminal =
                terminal(run("sh", "-c", "echo foreground=$(" + FOREGROUND + "); read line; echo \"got <$line>\""));
        waitFor(terminal, "foreground=1");
        type(terminal, "hello\n");
        waitFor(terminal, "got <hello>");
        assertThat(terminal.waitFor()).isZero();
    }

    @Test
    void ctrlZDoesNotSuspendAHeldLock() throws Exception {
        Process terminal = terminal(run("sh", "-c", "echo ready; read line; echo \"got <$line>\""));
        waitFor(terminal, "ready");
        type(terminal, CTRL_Z);
        waitFor(terminal, "^Z");
        type(terminal, "hello\n");
        waitFor(terminal, "got <hello>");
        assertThat(terminal.waitFor()).isZero();
    }

    @Test
    void theTerminalIsGivenBack() throws Exception {
        Process terminal = terminal(script("\"$@\"; echo after=$(" + FOREGROUND + ")", "true"));
        waitFor(terminal, "after=1");
        assertThat(terminal.waitFor()).isZero();
    }

    @Test
    void theTerminalIsGivenBackByAKilledCommand() throws Exception {
        Process terminal = terminal(script("\"$@\"; echo after=$(" + FOREGROUND + ")", "sh", "-c", "kill -9 $$"));
        waitFor(terminal, "after=1");
        assertThat(terminal.waitFor()).isZero();
    }

    @Test
    void inAPipelineTheTerminalIsTakenWhenCommandReadsIt() throws Exception {
        Process terminal = terminal(script(
                "\"$@\" | cat",
                "sh",
                "-c",
                "echo foreground=$(" + FOREGROUND + "); read line; echo \"got <$line> foreground=$(" + FOREGROUND
                        + ")\""));
        waitFor(terminal, "foreground=0");
        type(terminal, "hello\n");
        waitFor(terminal, "got <hello> foreground=1");
        assertThat(terminal.waitFor()).isZero();
    }

    @Test
    void ctrlCReachesTheScriptAroundTooAndCommandOnce() throws Exception {
        Process terminal = terminal(script(
                "trap 'echo script=INT' INT; \"$@\"; echo code=$?",
                "perl",
                "-e",
                "$| = 1; $SIG{INT} = sub { $n++ }; print qq(ready\\n); sleep 1 until $n; print qq(heard\\n); exit 5"));
        waitFor(terminal, "ready");
        type(terminal, CTRL_C);
        waitFor(terminal, "code=5");
        assertThat(shown.toString()).contains("heard").containsOnlyOnce("script=INT");
    }

    /** A shell that runs the script in the terminal, in which "$@" is COMMAND under a supervisor. */
    private static List<String> script(String script, String... command) {
        List<String> line = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        line.addAll(run(command));
        return line;
    }

    /** As a user starts it. */
    private static List<String> run(String... command) {
        List<String> words = new ArrayList<>(List.of("run", "--store", OwnFolders.store(), "a", "--"));
        words.addAll(List.of(command));
        return Lockkeeper.line("memory:x", words.toArray(String[]::new)).command();
    }

    private Process terminal(List<String> program) throws Exception {
        Path script =
                Path.of(SupervisorTerminalTest.class.getResource("terminal.pl").toURI());
        List<String> line = new ArrayList<>(List.of("perl", script.toString()));
        line.addAll(program);
        return started(new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    private static void type(Process terminal, String text) throws IOException {
        terminal.getOutputStream().write(text.getBytes(UTF_8));
        terminal.getOutputStream().flush();
    }

    private void waitFor(Process terminal, String text) throws IOException {
        byte[] bytes = new byte[4096];
        while (shown.indexOf(text) < 0) {
            int count = terminal.getInputStream().read(bytes);
            assertThat(count).as("shown when the terminal closed: " + shown).isPositive();
            shown.append(new String(bytes, 0, count, UTF_8));
        }
    }
}
