package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of output that cannot be written, and what `show` says by its exit code. */
final class OutputTest {
    @TempDir
    Path folder;

    private String store() {
        return "file:" + folder.resolve("locks");
    }

    /** The command line at the place of "$@" in a script. */
    private Lockkeeper within(String script, String... words) throws Exception {
        ProcessBuilder line = Lockkeeper.line(store(), words);
        List<String> all = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        all.addAll(line.command());
        Lockkeeper run = Lockkeeper.start(line.command(all));
        run.code();
        return run;
    }

    static boolean hasFullDevice() {
        return Path.of("/dev/full").toFile().exists();
    }

    @Test
    @EnabledIf("hasFullDevice")
    void whatCannotBeWrittenIsAFault() throws Exception {
        try (Lockkeeper holder = Lockkeeper.start(store(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                .says("held")) {
            assertThat(holder.isAlive()).isTrue();
            for (String verb : List.of(
                    "list",
                    "show a",
                    "show free",
                    "help",
                    "run --help",
                    "version",
                    "ddl h2",
                    "watch a",
                    "completion bash",
                    "--help")) {
                try (Lockkeeper run = within("exec \"$@\" >/dev/full", verb.split(" ", -1))) {
                    assertThat(run.code()).as(verb + run.err()).isEqualTo(70);
                    assertThat(run.err())
                            .as(verb)
                            .startsWith("lockkeeper: cannot write to standard output: ")
                            .hasLineCount(1);
                }
            }
        }
    }

    @Test
    void anOutputThatIsClosedIsAFault() throws Exception {
        for (String verb : List.of("show free", "help", "run --help", "version")) {
            try (Lockkeeper run = within("exec \"$@\" >&-", verb.split(" ", -1))) {
                assertThat(run.code()).as(verb + run.err()).isEqualTo(70);
                assertThat(run.err()).isEqualTo("lockkeeper: cannot write to standard output: it is closed\n");
            }
        }
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoFault() throws Exception {
        // The reader has gone when the writer begins.
        String script =
                "{ until [ -e gone ]; do sleep 0.05; done; \"$@\"; echo code $? >&2; } | { exec <&-; touch gone; }";
        ProcessBuilder line = Lockkeeper.line(store(), "help");
        List<String> all = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        all.addAll(line.command());
        try (Lockkeeper run = Lockkeeper.start(line.command(all).directory(folder.toFile()))) {
            run.code();
            assertThat(run.err()).isEqualTo("code 0\n");
        }
    }

    @Test
    void showTellsByItsExitCodeWhetherTheLockIsHeldFreeOrUnknown() throws Exception {
        try (Lockkeeper holder = Lockkeeper.start(store(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                        .says("held");
                Lockkeeper held = Lockkeeper.ended(store(), "show", "a");
                Lockkeeper free = Lockkeeper.ended(store(), "show", "b", "--json");
                Lockkeeper unknown =
                        Lockkeeper.ended("redis://127.0.0.1:" + FreePorts.take() + "?timeout=1s", "show", "a")) {
            assertThat(holder.isAlive()).isTrue();
            assertThat(held.code()).as(held.err()).isZero();
            assertThat(free.code()).as(free.err()).isEqualTo(3);
            assertThat(unknown.code()).as(unknown.err()).isEqualTo(69);
        }
    }

    @Test
    void whoWaitsForAFileIsUnknown() throws Exception {
        try (Lockkeeper holder = Lockkeeper.start(store(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                        .says("held");
                Lockkeeper list = Lockkeeper.ended(store(), "list");
                Lockkeeper show = Lockkeeper.ended(store(), "show", "a");
                Lockkeeper json = Lockkeeper.ended(store(), "show", "a", "--json")) {
            assertThat(holder.isAlive()).isTrue();
            assertThat(list.out().lines().skip(1)).singleElement().asString().endsWith(" ?");
            assertThat(show.out()).contains("waiting      unknown");
            assertThat(json.out()).contains("\"waiters\":null");
        }
    }
}
