package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.FreePorts;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How `run` ends, but for lost locks: {@link RunLossTest}. */
final class RunExitCodeTest {
    @TempDir
    Path folder;

    private String store() {
        return "file:" + folder.resolve("locks");
    }

    private Lockkeeper run(String... words) throws Exception {
        return Lockkeeper.ended(store(), words);
    }

    @Test
    void withTheCommandsOwn() throws Exception {
        for (int code : new int[] {0, 1, 75, 255}) {
            try (Lockkeeper run = run("run", "a", "--", "sh", "-c", "exit " + code)) {
                assertThat(run.code()).as(run.err()).isEqualTo(code);
                assertThat(run.out() + run.err()).isEmpty();
            }
        }
    }

    @Test
    void with128AndTheSignalThatEndedTheCommand() throws Exception {
        try (Lockkeeper run = run("run", "a", "--", "sh", "-c", "kill -KILL $$")) {
            assertThat(run.code()).isEqualTo(137);
        }
    }

    @Test
    void with127IfThereIsNoCommand() throws Exception {
        try (Lockkeeper run = run("run", "a", "--", "no-such-command")) {
            assertThat(run.code()).isEqualTo(127);
            assertThat(run.err()).isEqualTo("lockkeeper: no-such-command: No such file or directory\n");
        }
    }

    @Test
    void with126IfTheCommandCannotBeExecuted() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "nothing to run");
        try (Lockkeeper run = run("run", "a", "--", text.toString())) {
            assertThat(run.code()).isEqualTo(126);
            assertThat(run.err()).isEqualTo("lockkeeper: " + text + ": Permission denied\n");
        }
    }

    @Test
    void with75IfTheLockIsTaken() throws Exception {
        try (Lockkeeper holder = Lockkeeper.start(store(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")) {
            holder.says("held");
            try (Lockkeeper atOnce = run("run", "a", "--no-wait", "--", "echo", "never");
                    Lockkeeper soon = run("run", "a", "--wait", "300ms", "--", "echo", "never");
                    Lockkeeper changed = run("run", "a", "-n", "--conflict-exit-code", "3", "--", "echo", "never");
                    Lockkeeper quiet = run("run", "a", "-n", "-q", "--", "echo", "never");
                    Lockkeeper other = run("run", "b", "-n", "--", "echo", "other")) {
                assertThat(atOnce.code()).isEqualTo(75);
                assertThat(atOnce.err())
                        .startsWith("lockkeeper: the lock 'a' could not be acquired")
                        .hasLineCount(1);
                assertThat(soon.code()).isEqualTo(75);
                assertThat(soon.err()).contains("within 3").hasLineCount(1);
                assertThat(changed.code()).isEqualTo(3);
                assertThat(quiet.code()).isEqualTo(75);
                assertThat(quiet.err()).isEmpty();
                assertThat(atOnce.out() + soon.out() + changed.out() + quiet.out())
                        .isEmpty();
                assertThat(other.code()).isZero();
            }
            holder.send("TERM");
            assertThat(holder.code()).isEqualTo(143);
        }
    }

    @Test
    void with69IfTheStoreCannotBeReached() throws Exception {
        try (Lockkeeper run = Lockkeeper.ended("redis://127.0.0.1:" + FreePorts.take(), "run", "a", "--", "echo")) {
            assertThat(run.code()).isEqualTo(69);
            assertThat(run.err())
                    .startsWith("lockkeeper: ")
                    .contains("127.0.0.1")
                    .hasLineCount(1);
            assertThat(run.out()).isEmpty();
        }
    }

    /** Not with 1, which is COMMAND's. */
    @Test
    void with70IfTheMemoryIsUsedUp() throws Exception {
        Path defaults = Files.createDirectories(folder.resolve(".config")).resolve("lockkeeper.conf");
        try (RandomAccessFile file = new RandomAccessFile(defaults.toFile(), "rw")) {
            file.setLength(200_000_000); // Of which the disk has nothing.
        }
        ProcessBuilder line = Lockkeeper.line("file:x", "run", "a", "--", "echo", "ran");
        line.environment().put("HOME", folder.toString());
        line.command().add(line.command().indexOf("-cp"), "-Xmx64m");
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isEqualTo(70);
            assertThat(run.err()).contains("lockkeeper: ").doesNotContain("\tat ");
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void with64IfTheCommandLineIsWrong() throws Exception {
        String[][] wrong = {
            {},
            {"nonsense"},
            {"run"},
            {"run", "a"},
            {"run", "a", "--"},
            {"run", "--nonsense", "a", "--", "true"},
            {"run", "--wait", "5w", "a", "--", "true"},
            {"run", "--wait", "5s", "--no-wait", "a", "--", "true"},
            {"run", "--lease", "10ms", "a", "--", "true"},
            {"run", "--lease", "10s", "--renew-lease", "10s", "a", "--", "true"},
            {"run", "--on-lost", "ignore", "a", "--", "true"},
            {"run", "--conflict-exit-code", "1000", "a", "--", "true"},
            {"run", "", "--", "true"},
            {"run", "--store", "nonsense", "a", "--", "true"},
            {"run", "--store", "nowhere:x", "a", "--", "true"},
            {"show"},
            {"release", "a"},
            {"completion", "tcsh"},
        };
        for (String[] words : wrong) {
            try (Lockkeeper run = run(words)) {
                assertThat(run.code()).as(String.join(" ", words) + run.err()).isEqualTo(64);
                assertThat(run.err()).startsWith("lockkeeper: ").hasLineCount(1);
                assertThat(run.out()).isEmpty();
            }
        }
    }
}
