package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs that are killed or stand still: whoever comes next starts when COMMAND and its children have ended. */
final class RunSupervisionTest {
    /** Both ignore TERM, and write a line each time they work. */
    private static final String STUBBORN =
            "trap '' TERM; sh -c 'while echo child >>\"$0/log\"; do sleep 0.02; done' \"$0\" &"
                    + " echo up; while echo parent >>\"$0/log\"; do sleep 0.02; done";

    private static final String SUCCESSOR = "echo second >>\"$0/log\"; sleep 0.3; echo end >>\"$0/log\"";

    @TempDir
    Path folder;

    @Test
    void onTheFileStoreWhenTheJvmIsKilled() throws Exception {
        successorFindsNobody("file:" + folder.resolve("locks"), "KILL", "30s", Lockkeeper::jvm);
    }

    /** As in a container that shares the folder: nobody outside sees its process groups. */
    @Test
    void onTheFileStoreWhenTheJvmIsKilledInAnotherPidNamespace() throws Exception {
        List<String> elsewhere =
                List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc");
        assumeTrue(succeeds(elsewhere, "true"), "this user may not make PID namespaces");
        String store = "file:" + folder.resolve("locks");
        ProcessBuilder line = Lockkeeper.line(store, words("30s", STUBBORN));
        // The shell is the namespace's first process, with which all others would end.
        List<String> inside = new ArrayList<>(elsewhere);
        inside.addAll(List.of("sh", "-c", "\"$@\"; sleep 60", "sh"));
        inside.addAll(line.command());
        try (Lockkeeper first = Lockkeeper.start(line.command(inside)).complains("got the lock");
                Lockkeeper second = command(store, "30s", SUCCESSOR)) {
            first.says("up");
            second.complains("waiting for 'a'");
            for (ProcessHandle process : first.process().descendants().toList()) {
                if (process.info().command().orElse("").endsWith("java")) {
                    CommandTest.send("KILL", process.pid());
                }
            }
            assertThat(second.code()).as(second.err()).isZero();
            assertThatNobodyElseWorked();
        }
    }

    static boolean succeeds(List<String> prefix, String program) throws Exception {
        List<String> line = new ArrayList<>(prefix);
        line.add(program);
        try {
            return new ProcessBuilder(line).start().waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    @Test
    void onRedisWhenTheJvmIsKilled() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            successorFindsNobody(redis.url(), "KILL", "4s", Lockkeeper::jvm);
        }
    }

    @Test
    void whenTheFrontIsKilled() throws Exception {
        successorFindsNobody(
                "file:" + folder.resolve("locks"),
                "KILL",
                "30s",
                run -> run.process().toHandle());
    }

    @Test
    void whenTheSupervisorIsKilled() throws Exception {
        successorFindsNobody("file:" + folder.resolve("locks"), "KILL", "30s", Lockkeeper::supervisor);
    }

    @Test
    void onRedisWhenTheJvmStandsStillPastItsLease() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            successorFindsNobody(redis.url(), "STOP", "4s", Lockkeeper::jvm);
        }
    }

    private void successorFindsNobody(
            String store, String signal, String lease, Function<Lockkeeper, ProcessHandle> victim) throws Exception {
        try (Lockkeeper first = command(store, lease, STUBBORN);
                Lockkeeper second = command(store, lease, SUCCESSOR)) {
            first.says("up");
            second.complains("waiting for 'a'");
            ProcessHandle process = victim.apply(first);
            CommandTest.send(signal, process.pid());
            assertThat(second.code()).as(second.err()).isZero();
            assertThatNobodyElseWorked();
            if (signal.equals("STOP")) {
                CommandTest.send("CONT", process.pid());
                assertThat(first.code()).as(first.err()).isEqualTo(76);
            }
        }
    }

    private void assertThatNobodyElseWorked() throws IOException {
        List<String> log = Files.readAllLines(folder.resolve("log"));
        assertThat(log).contains("child", "parent");
        assertThat(log.subList(log.indexOf("second"), log.size())).containsExactly("second", "end");
    }

    private Lockkeeper command(String store, String lease, String script) throws Exception {
        // The first of them has to have the lock before the second asks.
        return Lockkeeper.start(store, words(lease, script)).complains("'a'");
    }

    private String[] words(String lease, String script) {
        return new String[] {
            "run", "-v", "--grace", "500ms", "--renew-lease", lease, "a", "--", "sh", "-c", script, folder.toString()
        };
    }
}
