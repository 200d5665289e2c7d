package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.servers.RequiresProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What `hold` does with its standard input and output, and the scripts that its help shows. */
final class HoldStreamsTest {
    @TempDir
    Path folder;

    /** The command line at the place of "$@" in a script. */
    private Lockkeeper within(String script, String... words) {
        ProcessBuilder line = Lockkeeper.line("file:" + folder.resolve("locks"), words);
        line.command().addAll(0, List.of("sh", "-c", script, folder.toString()));
        return Lockkeeper.start(line);
    }

    private void assertRefused(int code, String reason, String script) throws Exception {
        try (Lockkeeper hold = within(script, "hold", "a")) {
            assertThat(hold.code()).as(script + hold.err()).isEqualTo(code);
            assertThat(hold.err()).startsWith("lockkeeper: ").contains(reason).hasLineCount(1);
        }
    }

    static boolean hasFullDevice() {
        return OutputTest.hasFullDevice();
    }

    @Test
    @EnabledIf("hasFullDevice")
    void aTokenThatCannotBeWrittenIsAFault() throws Exception {
        assertRefused(70, "the token cannot be printed: No space left", "exec \"$@\" >/dev/full");
    }

    @Test
    void aTokenThatNobodyReadsIsAFault() throws Exception {
        String script = "mkfifo \"$0/pipe\"; exec 3<>\"$0/pipe\" 4>\"$0/pipe\" 3<&-; exec \"$@\" >&4";
        assertRefused(70, "the token cannot be printed: Broken pipe", script);
    }

    @Test
    void closedStreamsAreRefusedBeforeTheLockIsAcquired() throws Exception {
        assertRefused(70, "standard output is closed, so the token cannot be printed", "exec \"$@\" >&-");
        assertRefused(
                64, "Standard input is closed, and hold lasts until it ends. Use --until-signal.", "exec \"$@\" <&-");
        assertRefused(64, "Standard input is /dev/null", "exec \"$@\" </dev/null");
        assertRefused(64, "Standard input is /dev/null", "\"$@\" & wait $!");
        assertThat(folder.resolve("locks")).doesNotExist();
    }

    /** It inherits both ends, and must not keep the one that its script is to close. */
    @Test
    void itEndsWithTheScriptThatHasOpenedBothEndsOfItsInput() throws Exception {
        String script = "cd \"$0\"; mkfifo pipe; exec 9<>pipe; \"$@\" <pipe >token & "
                + "until [ -s token ]; do sleep 0.05; done; exec 9>&-; wait $!; echo \"ended $?\"";
        try (Lockkeeper hold = within(script, "hold", "a")) {
            assertThat(hold.code()).as(hold.err()).isZero();
            assertThat(hold.out()).isEqualTo("ended 0\n");
        }
    }

    /** As a COMMAND has time to end, the script has. */
    @Test
    void aScriptHasTheGraceAfterTheEndOfTheOutputBeforeOthersHaveTheLock() throws Exception {
        String script = "cd \"$0\"; mkfifo pipe; { \"$@\" <pipe; } | { read -r token; echo held; cat; echo over; } & "
                + "exec 9>pipe; wait";
        try (RedisServer redis = RedisServer.start()) {
            String url = redis.url() + "?timeout=10s"; // A busy machine may take its time to answer.
            ProcessBuilder line = Lockkeeper.line(url, "hold", "--renew-lease", "60s", "--grace", "20s", "a");
            line.command().addAll(0, List.of("sh", "-c", script, folder.toString()));
            try (Lockkeeper hold = Lockkeeper.start(line).says("held\n");
                    Lockkeeper release = Lockkeeper.start(url, "release", "a", "--force", "--wait", "60s")) {
                hold.says("over\n");
                try (Lockkeeper next = Lockkeeper.ended(url, "run", "-n", "a", "--", "true")) {
                    assertThat(next.code()).as("the next, within the grace").isEqualTo(75);
                }
                assertThat(release.isAlive()).isTrue();
            }
        }
    }

    @Test
    void aClosedInputDoesNotMatterUntilASignal() throws Exception {
        try (Lockkeeper hold =
                within("exec \"$@\" <&-", "hold", "--until-signal", "a").says("\n")) {
            hold.send("INT");
            assertThat(hold.code()).as(hold.err()).isEqualTo(130);
            assertThat(hold.out()).matches("[0-9]+\n");
        }
    }

    @Test
    void anEmptyInputEndsItAtOnce() throws Exception {
        try (Lockkeeper hold = within("cd \"$0\"; : > empty; exec \"$@\" <empty", "hold", "a")) {
            assertThat(hold.code()).as(hold.err()).isZero();
            assertThat(hold.out()).matches("[0-9]+\n");
        }
    }

    @Test
    @RequiresMemcached
    void withoutTokensItPrintsAnEmptyLine() throws Exception {
        try (MemcachedServer server = MemcachedServer.start()) {
            ProcessBuilder line = Lockkeeper.line(server.url(), "hold", "a");
            line.environment().put("LOCKKEEPER_TOKEN", "7"); // That of a lock around this one.
            try (Lockkeeper hold = Lockkeeper.start(line).says("\n")) {
                hold.process().getOutputStream().close();
                assertThat(hold.code()).as(hold.err()).isZero();
                assertThat(hold.out()).isEqualTo("\n");
            }
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "terminal.pl makes its terminal with Linux's ioctl numbers")
    void ctrlDEndsItAtATerminal() throws Exception {
        ProcessBuilder line = Lockkeeper.line("file:" + folder.resolve("locks"), "hold", "a");
        line.command()
                .addAll(
                        0,
                        List.of(
                                "perl",
                                Path.of("src/test/resources/io/lockkeeper/cli/terminal.pl")
                                        .toString()));
        try (Lockkeeper hold = Lockkeeper.start(line).says("\r\n")) {
            hold.process().getOutputStream().write("more\n\u0004".getBytes(US_ASCII));
            hold.process().getOutputStream().flush();
            assertThat(hold.code()).as(hold.out()).isZero();
        }
    }

    @Test
    @RequiresProgram(value = "bash", remedy = "apt-get install bash")
    void theScriptForBashThatHelpShowsWorks() throws Exception {
        assertThatTheScriptWorks("bash", "In bash:", "In any shell");
    }

    @Test
    void theScriptForAnyShellThatHelpShowsWorks() throws Exception {
        assertThatTheScriptWorks("sh", "In any shell", "Nobody ends the script");
    }

    private void assertThatTheScriptWorks(String shell, String from, String to) throws Exception {
        String notes = new HoldVerb().syntax().notes();
        String script = notes.substring(notes.indexOf('\n', notes.indexOf(from)), notes.indexOf(to))
                        .replaceAll("(?m)^ +\\.\\.\\. .*$", "lockkeeper run -n deploy -- true; echo \"during \\$?\"")
                + "\nlockkeeper run -n deploy -- true; echo \"after $?\"\n";
        assertThat(script).contains("during");
        ProcessBuilder line = Lockkeeper.line("file:" + folder.resolve("locks"));
        Path programs = Files.createDirectories(folder.resolve("bin"));
        Path program = programs.resolve("lockkeeper");
        Files.writeString(program, "#!/bin/sh\nexec " + quoted(line.command()) + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        line.environment().merge("PATH", programs.toString(), (path, own) -> own + ":" + path);
        line.command(new ArrayList<>(List.of(shell, "-c", script))).directory(folder.toFile());
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).as(run.err()).isEqualTo("during 75\nafter 0\n");
        }
    }

    private static String quoted(List<String> words) {
        return words.stream().map(Completion::quoted).collect(Collectors.joining(" "));
    }
}
