package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several locks for one COMMAND: all or none. */
final class RunSeveralTest {
    private static RedisServer redis;

    @TempDir
    Path folder;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private String files() {
        return "file:" + folder.resolve("locks");
    }

    private static Lockkeeper held(String store, String... names) throws Exception {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(names));
        words.addAll(List.of("--", "sh", "-c", "echo held; exec sleep 60"));
        return Lockkeeper.start(store, words.toArray(String[]::new)).says("held");
    }

    private static void assertTaken(String store, String name) throws Exception {
        try (Lockkeeper run = Lockkeeper.ended(store, "run", "-n", name, "--", "true")) {
            assertThat(run.code()).as(name + ": " + run.err()).isEqualTo(75);
        }
    }

    private static void assertFree(String store, String name) throws Exception {
        try (Lockkeeper run = Lockkeeper.ended(store, "run", "-n", name, "--", "true")) {
            assertThat(run.code()).as(name + ": " + run.err()).isZero();
        }
    }

    @Test
    void allAreHeldWhileTheCommandRuns() throws Exception {
        try (Lockkeeper run = held(files(), "b", "a", "c d")) {
            assertTaken(files(), "a");
            assertTaken(files(), "b");
            assertTaken(files(), "c d");
            run.send("TERM");
            assertThat(run.code()).isEqualTo(143);
            assertFree(files(), "a");
            assertFree(files(), "c d");
        }
    }

    /** In the order of the command line, which is not that of the acquisition. */
    @Test
    void theCommandIsToldOfEachTokenInALineOfItsOwn() throws Exception {
        String print = "printf '%s;%s' \"$LOCKKEEPER_NAME\" \"$LOCKKEEPER_TOKEN\"";
        try (Lockkeeper once = Lockkeeper.ended(redis.url(), "run", "told b", "--", "true");
                Lockkeeper run = Lockkeeper.ended(redis.url(), "run", "told b", "told a", "told b", "-c", print)) {
            assertThat(once.code()).as(once.err()).isZero();
            assertThat(run.out()).matches("(?s)told b\ntold a;\\d+\n\\d+");
            String[] tokens = run.out().split(";", -1)[1].split("\n", -1);
            assertThat(Long.parseLong(tokens[0]))
                    .as("told b was locked before: %s", run.out())
                    .isGreaterThan(1);
        }
    }

    @Test
    void othersAreShownTheTokenThatTheCommandHas() throws Exception {
        String script = "echo \"token $LOCKKEEPER_TOKEN.\"; exec sleep 60";
        try (Lockkeeper run = Lockkeeper.start(redis.url(), "run", "shown", "--", "sh", "-c", script)
                        .says(".\n");
                Lockkeeper show = Lockkeeper.ended(redis.url(), "show", "shown")) {
            String token = run.out().replaceAll("\\D", "");
            assertThat(show.out()).containsPattern("token +" + token + "\n");
        }
    }

    @Test
    void noneIsKeptIfOneIsHeld() throws Exception {
        try (Lockkeeper holder = held(files(), "b");
                Lockkeeper run = Lockkeeper.ended(files(), "run", "-w", "0.2", "b", "a", "--", "echo", "ran")) {
            assertThat(run.code()).as(run.err()).isEqualTo(75);
            assertThat(run.err()).contains("the lock 'b' could not be acquired within 200ms: it is held by");
            assertThat(run.out()).isEmpty();
            assertFree(files(), "a");
            assertThat(holder.isAlive()).isTrue();
        }
    }

    @Test
    void aWaitSaysWhichIsMissingAndWhichAreHeld() throws Exception {
        try (Lockkeeper holder = held(files(), "b");
                Lockkeeper waiter = Lockkeeper.start(files(), "run", "-v", "b", "a", "c", "--", "true")) {
            Eventually.until(
                    "it says what it waits for",
                    () -> waiter.err().matches("(?s).*waiting for 'b' \\([^)]*\\), holding 'a', held by.*"));
            holder.send("TERM");
            assertThat(waiter.code()).as(waiter.err()).isZero();
            assertThat(waiter.err()).contains("got the locks 'b', 'a', 'c'");
        }
    }

    @Test
    void theLossOfOneEndsTheCommand() throws Exception {
        try (Lockkeeper run = held(redis.url(), "lost a", "lost b");
                Lockkeeper release = Lockkeeper.ended(redis.url(), "release", "lost b", "--force", "--wait", "0")) {
            assertThat(release.code()).as(release.err()).isZero();
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err()).contains("the lock 'lost b' was lost: ");
            assertFree(redis.url(), "lost a");
        }
    }

    @Test
    void aRecallOfOneEndsTheCommand() throws Exception {
        try (Lockkeeper run = held(redis.url(), "asked a", "asked b");
                Lockkeeper release = Lockkeeper.ended(redis.url(), "release", "asked b", "--force")) {
            assertThat(release.code()).as(release.err()).isZero();
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err()).contains("the lock 'asked b' is recalled");
            assertFree(redis.url(), "asked a");
        }
    }

    /** Each names them in another order. */
    @Test
    void runsThatNeedTheSameLocksDoNotDeadlock() throws Exception {
        Path log = folder.resolve("log");
        String script = "echo in >> \"$0\"; sleep 0.05; echo out >> \"$0\"";
        List<Lockkeeper> runs = new ArrayList<>();
        for (int at = 0; at < 6; at++) {
            String one = at % 2 == 0 ? "a" : "b";
            String other = at % 2 == 0 ? "b" : "a";
            runs.add(Lockkeeper.start(files(), "run", one, other, "--", "sh", "-c", script, log.toString()));
        }
        for (Lockkeeper run : runs) {
            assertThat(run.code()).as(run.err()).isZero();
            run.close();
        }
        assertThat(Files.readString(log)).isEqualTo("in\nout\n".repeat(6));
    }
}
