package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.servers.RequiresProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Descendants of COMMAND that have left its process group end with it, before another gets the lock. */
final class RunStraysTest {
    /** Ignores TERM, and says who it is. */
    private static final String STUBBORN = "trap '' TERM HUP INT; echo $$ > \"$0\"; while :; do sleep 0.05; done";

    /** Neither there nor waiting to be collected. */
    private static final String GONE = "case $(cat /proc/$0/stat 2>&1) in *') Z '* | *'No such'*) echo gone; esac";

    @TempDir
    Path folder;

    @BeforeEach
    void onlyOnLinux() {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "orphans are adopted on Linux only");
    }

    private Lockkeeper run(String... command) {
        String[] words = new String[command.length + 5];
        System.arraycopy(new String[] {"run", "--grace", "300ms", "a", "--"}, 0, words, 0, 5);
        System.arraycopy(command, 0, words, 5, command.length);
        return Lockkeeper.start("file:" + folder.resolve("locks"), words);
    }

    private void assertThatTheNextFindsNobody(Lockkeeper run) throws Exception {
        Eventually.number(folder.resolve("stray"));
        assertThatTheNextFindsNobodyWithout(run.jvm());
        assertThat(run.code()).as(run.err()).isEqualTo(70);
    }

    private void assertThatTheNextFindsNobodyWithout(ProcessHandle victim) throws Exception {
        long stray = Eventually.number(folder.resolve("stray"));
        CommandTest.send("KILL", victim.pid());
        try (Lockkeeper next =
                Lockkeeper.start("file:" + folder.resolve("locks"), "run", "a", "--", "sh", "-c", GONE, "" + stray)) {
            assertThat(next.code()).as(next.err()).isZero();
            assertThat(next.out()).contains("gone");
        }
    }

    /** The supervisor has to outlive the group to find what has left it. */
    @Test
    @RequiresProgram(value = "timeout", remedy = "apt-get install coreutils")
    void whatTimeoutRunsWhenTheFrontIsKilled() throws Exception {
        try (Lockkeeper run = run(
                "timeout", "60", "sh", "-c", STUBBORN, folder.resolve("stray").toString())) {
            Eventually.number(folder.resolve("stray"));
            assertThatTheNextFindsNobodyWithout(run.process().toHandle());
        }
    }

    /** As the jobs of a shell that becomes lockkeeper by exec. */
    @Test
    void butNotWhatTheCallerHadStarted() throws Exception {
        String store = "file:" + folder.resolve("locks");
        try (Lockkeeper holder = Lockkeeper.start(store, "run", "a", "--", "sh", "-c", "echo up; exec sleep 60")) {
            holder.says("up");
            ProcessBuilder line = Lockkeeper.line(store, "run", "a", "--", "sleep", "60");
            line.command()
                    .addAll(
                            0,
                            List.of(
                                    "sh",
                                    "-c",
                                    "sleep 60 & echo $! > \"$0\"; exec \"$@\"",
                                    folder.resolve("job") + ""));
            try (Lockkeeper run = Lockkeeper.start(line)) {
                long job = Eventually.number(folder.resolve("job"));
                Eventually.until(
                        "it has a supervisor", () -> run.process().children().count() == 3);
                long jvm = run.jvm().pid();
                ProcessHandle supervisor = run.process()
                        .children()
                        .filter(child -> child.pid() != job && child.pid() != jvm)
                        .findFirst()
                        .orElseThrow();
                CommandTest.send("KILL", supervisor.pid());
                assertThat(run.code()).as(run.err()).isEqualTo(70);
                assertThat(Eventually.isAlive(job)).isTrue();
                CommandTest.send("KILL", job);
            }
        }
    }

    @Test
    @RequiresProgram(value = "timeout", remedy = "apt-get install coreutils")
    void whatTimeoutRuns() throws Exception {
        try (Lockkeeper run = run(
                "timeout", "60", "sh", "-c", STUBBORN, folder.resolve("stray").toString())) {
            assertThatTheNextFindsNobody(run);
        }
    }

    @Test
    @RequiresProgram(value = "setsid", remedy = "apt-get install util-linux")
    void whatHasASessionOfItsOwnAndNoParent() throws Exception {
        String script = "setsid sh -c '" + STUBBORN.replace("'", "'\\''") + "' \"$0\" & exec sleep 60";
        try (Lockkeeper run = run("sh", "-c", script, folder.resolve("stray").toString())) {
            assertThatTheNextFindsNobody(run);
        }
    }

    @Test
    void whatARunInsideRuns() throws Exception {
        ProcessBuilder inner = Lockkeeper.line(
                "file:" + folder.resolve("locks"),
                "run",
                "--grace",
                "1m",
                "inner",
                "--",
                "sh",
                "-c",
                STUBBORN,
                folder.resolve("stray").toString());
        try (Lockkeeper run = run(inner.command().toArray(String[]::new))) {
            assertThatTheNextFindsNobody(run);
        }
    }

    /** What COMMAND leaves in the background when it ends by itself goes on, as without lockkeeper. */
    @Test
    @RequiresProgram(value = "setsid", remedy = "apt-get install util-linux")
    void butNotWhatGoesOnWhenTheCommandHasEnded() throws Exception {
        String script = "setsid sh -c '" + STUBBORN.replace("'", "'\\''") + "' \"$0\" & "
                + "until [ -s \"$0\" ]; do sleep 0.02; done; exit 3";
        try (Lockkeeper run = run("sh", "-c", script, folder.resolve("stray").toString())) {
            assertThat(run.code()).as(run.err()).isEqualTo(3);
            long stray = Eventually.number(folder.resolve("stray"));
            assertThat(Eventually.isAlive(stray)).isTrue();
            CommandTest.send("KILL", stray);
        }
    }

    @Test
    @RequiresProgram(value = "setsid", remedy = "apt-get install util-linux")
    void alsoWhenTheSupervisorIsKilled() throws Exception {
        String script = "setsid sh -c '" + STUBBORN.replace("'", "'\\''") + "' \"$0\" & exec sleep 60";
        try (Lockkeeper run = run("sh", "-c", script, folder.resolve("stray").toString())) {
            long stray = Eventually.number(folder.resolve("stray"));
            CommandTest.send("KILL", run.supervisor().pid());
            assertThat(run.code()).as(run.err()).isEqualTo(70);
            assertThat(Eventually.isAlive(stray)).isFalse();
        }
    }
}
