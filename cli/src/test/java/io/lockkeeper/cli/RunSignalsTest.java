package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TERM, INT and HUP, sent to lockkeeper alone. */
final class RunSignalsTest {
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private static RedisServer redis;
    private static LockClient client;

    @TempDir
    Path folder;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        client = LockClient.connect(redis.url());
    }

    @AfterAll
    static void stopRedis() {
        client.close();
        redis.close();
    }

    @Test
    void endTheWaitAndLeaveNothingInTheStore() throws Exception {
        try (Lockkeeper holder = Lockkeeper.start(redis.url(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")) {
            holder.says("held");
            for (Map.Entry<String, Integer> signal : NUMBERS.entrySet()) {
                try (Lockkeeper waiter = Lockkeeper.start(redis.url(), "run", "a", "--", "echo", "never")) {
                    Eventually.until("it waits", () -> waiters("a") == 1);
                    waiter.send(signal.getKey());
                    assertThat(waiter.code()).isEqualTo(128 + signal.getValue());
                    assertThat(waiter.out() + waiter.err()).isEmpty();
                    assertThat(waiters("a")).isZero();
                }
            }
            assertThat(holder.isAlive()).isTrue();
        }
    }

    @Test
    void endTheWaitForAFile() throws Exception {
        String store = "file:" + folder.resolve("locks");
        try (Lockkeeper holder = Lockkeeper.start(store, "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                        .says("held");
                Lockkeeper waiter = Lockkeeper.start(store, "run", "-v", "a", "--", "echo", "never")) {
            waiter.complains("waiting for 'a'");
            waiter.send("INT");
            assertThat(waiter.code()).isEqualTo(130);
            assertThat(waiter.out()).isEmpty();
            holder.send("TERM");
            assertThat(holder.code()).isEqualTo(143);
            try (Lockkeeper next = Lockkeeper.ended(store, "run", "a", "--no-wait", "--", "true")) {
                assertThat(next.code()).isZero();
            }
        }
    }

    @Test
    void arePassedOnToTheCommandAndItsChildren() throws Exception {
        // The child is in the foreground: a shell has those in its background ignore INT.
        String script = "trap 'echo parent $0' $0; sh -c 'trap \"echo child $0; exit\" $0; touch $1;"
                + " while :; do sleep 0.05; done' $0 $1; exit 9";
        for (String signal : NUMBERS.keySet()) {
            Path ready = folder.resolve(signal);
            try (Lockkeeper run =
                    Lockkeeper.start("memory:x", "run", "a", "--", "sh", "-c", script, signal, ready.toString())) {
                Eventually.until("the child is ready", () -> Files.exists(ready));
                run.send(signal);
                assertThat(run.code()).as(run.err()).isEqualTo(9);
                assertThat(run.out().lines()).containsExactlyInAnyOrder("parent " + signal, "child " + signal);
            }
        }
    }

    @Test
    void thatEndTheCommandMakeTheExitCode() throws Exception {
        for (Map.Entry<String, Integer> signal : NUMBERS.entrySet()) {
            try (Lockkeeper run =
                    Lockkeeper.start("memory:x", "run", "a", "--", "sh", "-c", "echo up; exec sleep 60")) {
                run.says("up").send(signal.getKey());
                assertThat(run.code()).isEqualTo(128 + signal.getValue());
            }
        }
    }

    @Test
    void thatOthersUseForTheJvmAreTheCommandsToo() throws Exception {
        String script = "trap 'echo got it; exit 5' $0; echo up; while :; do sleep 0.05; done";
        for (String signal : List.of("QUIT", "USR1", "USR2")) {
            try (Lockkeeper run = Lockkeeper.start(redis.url(), "run", "b", "--", "sh", "-c", script, signal)) {
                run.says("up").send(signal);
                assertThat(run.code()).as(run.err()).isEqualTo(5);
                assertThat(run.out()).isEqualTo("up\ngot it\n");
                assertThat(run.err()).doesNotContain("lockkeeper");
            }
        }
    }

    @Test
    void mayComeAsOftenAsTheCommandLikes() throws Exception {
        String script = "n=0; trap 'n=$((n+1)); echo $n' HUP; echo up; until [ $n = 5 ]; do sleep 0.02; done; exit 0";
        try (Lockkeeper run = Lockkeeper.start(redis.url(), "run", "b", "--", "sh", "-c", script)) {
            run.says("up");
            for (int count = 1; count <= 5; count++) {
                run.send("HUP");
                run.says("\n" + count + "\n");
            }
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    @Test
    void aStoppedFrontDoesNotKeepTheLock() throws Exception {
        Path end = folder.resolve("end");
        try (Lockkeeper run = Lockkeeper.start(
                        redis.url(),
                        "run",
                        "d",
                        "--",
                        "sh",
                        "-c",
                        "echo up; until [ -e \"$0\" ]; do sleep 0.02; done",
                        end + "");
                Lockkeeper next = Lockkeeper.start(redis.url(), "run", "d", "--", "true")) {
            run.says("up");
            run.send("STOP");
            Files.createFile(end);
            assertThat(next.code()).as(next.err()).isZero();
            run.send("CONT");
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    @Test
    void doNotHarmTheJvm() throws Exception {
        try (Lockkeeper run =
                Lockkeeper.start(redis.url(), "run", "b", "--", "sh", "-c", "echo up; sleep 1; echo end")) {
            run.says("up");
            for (String signal : List.of("HUP", "INT", "QUIT", "TERM", "USR1", "USR2")) {
                CommandTest.send(signal, run.jvm().pid());
            }
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("up\nend\n");
        }
    }

    /** As systemd signals all of a unit. */
    @Test
    void thatAllProcessesGetReachTheCommandOnce() throws Exception {
        String script = "trap 'echo term' TERM; echo up; while [ ! -e \"$0\" ]; do sleep 0.05; done";
        Path end = folder.resolve("end");
        try (Lockkeeper run = Lockkeeper.start(redis.url(), "run", "b", "--", "sh", "-c", script, end.toString())) {
            run.says("up");
            CommandTest.send("TERM", run.pid());
            for (ProcessHandle process : run.process().descendants().toList()) {
                CommandTest.send("TERM", process.pid());
            }
            run.says("term");
            Thread.sleep(500); // A second one would come by then.
            Files.createFile(end);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("up\nterm\n");
        }
    }

    @Test
    void thatComeEarlyLeaveNothingBehind() throws Exception {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        for (int after = 0; after < 8; after++) {
            ProcessBuilder line = Lockkeeper.line(redis.url(), "run", "c", "--", "sleep", "60");
            line.environment().put("TMPDIR", temporary.toString());
            try (Lockkeeper run = Lockkeeper.start(line)) {
                boolean unused = run.process().waitFor(20 + after * 40L, TimeUnit.MILLISECONDS);
                List<ProcessHandle> all = run.process().descendants().toList();
                run.send("TERM");
                assertThat(run.code()).as(run.err()).isEqualTo(143);
                for (ProcessHandle process : all) {
                    Eventually.until("it has ended: " + process, () -> !Eventually.isAlive(process.pid()));
                }
            }
        }
        assertThat(temporary).isEmptyDirectory();
    }

    private static int waiters(String name) {
        return client.catalogue()
                .orElseThrow()
                .inspect(name)
                .map(lock -> lock.waiters().size())
                .orElse(0);
    }
}
