package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `run` as the first process of a container, to which the kernel gives all orphans, and which it spares most signals. */
final class RunAsInitTest {
    private static final List<String> CONTAINER =
            List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc");

    @TempDir
    Path folder;

    @BeforeEach
    void namespacesAreAllowed() throws Exception {
        assumeTrue(RunSupervisionTest.succeeds(CONTAINER, "true"), "this user may not make PID namespaces");
    }

    private Lockkeeper run(String script) {
        ProcessBuilder line = Lockkeeper.line("file:" + folder.resolve("locks"), "run", "a", "--", "sh", "-c", script);
        List<String> inside = new ArrayList<>(CONTAINER);
        inside.addAll(line.command());
        return Lockkeeper.start(line.command(inside));
    }

    /** The first process inside. */
    private static ProcessHandle init(Lockkeeper run) throws Exception {
        Eventually.until(
                "the container is there", () -> run.process().children().count() == 1);
        return run.process().children().findFirst().orElseThrow();
    }

    /** Before, perl reads the launcher, and the kernel drops the signal. */
    private static boolean handlesTerm(ProcessHandle process) throws Exception {
        String status = Files.readString(Path.of("/proc", Long.toString(process.pid()), "status"));
        String caught = status.replaceFirst("(?s).*SigCgt:\\s*([0-9a-f]+).*", "$1");
        return (Long.parseUnsignedLong(caught, 16) & 1 << 14) != 0;
    }

    private static boolean hasChildren(ProcessHandle process) {
        return process.children().findAny().isPresent();
    }

    /** Ten that nobody else waits for, beside those of a process that has left COMMAND's group. */
    @Test
    void reapsWhatTheCommandLeavesBehind() throws Exception {
        String script = "n=0; while [ $n -lt 10 ]; do (true & exec true) & n=$((n+1)); done; wait;"
                + " setsid sh -c '(true & exec true) & exec sleep 0.1';"
                + " n=0; while grep -l ') Z ' /proc/[0-9]*/stat 2>/dev/null && [ $n -lt 100 ];"
                + " do sleep 0.05; n=$((n+1)); done; echo pids; ls /proc | grep '^[0-9]*$' | wc -l; exit 7";
        try (Lockkeeper run = run(script)) {
            assertThat(run.code()).as(run.err()).isEqualTo(7);
            // The front, the JVM, the supervisor, the shell, and those of the pipe.
            int alive = Integer.parseInt(
                    run.out().substring(run.out().indexOf("pids\n") + 5).strip());
            assertThat(alive).as(run.out()).isBetween(4, 8);
        }
    }

    @Test
    void endsByTermWithTheCommandsExitCode() throws Exception {
        try (Lockkeeper run = run("trap 'echo term; exit 5' TERM; echo up; while :; do sleep 0.02; done")
                .says("up")) {
            CommandTest.send("TERM", init(run).pid());
            assertThat(run.code()).as(run.err()).isEqualTo(5);
            assertThat(run.out()).isEqualTo("up\nterm\n");
        }
    }

    @Test
    void endsByTermAtAnyTime() throws Exception {
        for (int after = 0; after < 5; after++) {
            try (Lockkeeper run = run("exec sleep 60")) {
                ProcessHandle init = init(run);
                Eventually.until("it has begun", () -> handlesTerm(init) || hasChildren(init));
                boolean unused = run.process().waitFor(after * 60L, TimeUnit.MILLISECONDS);
                CommandTest.send("TERM", init.pid());
                assertThat(run.code()).as(run.err()).isEqualTo(143);
            }
        }
    }
}
