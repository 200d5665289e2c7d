package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code release --force} has COMMAND ended before it gives the lock to others. */
final class RunRecallTest {
    @TempDir
    Path folder;

    private RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    /** A busy machine may take its time to connect. */
    private String url() {
        return redis.url() + "?timeout=10s";
    }

    private Lockkeeper holder(String script, String... options) throws Exception {
        String[] words = new String[options.length + 7];
        words[0] = "run";
        System.arraycopy(options, 0, words, 1, options.length);
        String[] rest = {"a", "--", "sh", "-c", script, folder.toString()};
        System.arraycopy(rest, 0, words, options.length + 1, rest.length);
        return Lockkeeper.start(url(), words).says("up");
    }

    private Lockkeeper release(String... options) throws Exception {
        String[] words = new String[options.length + 3];
        words[0] = "release";
        words[1] = "a";
        words[2] = "--force";
        System.arraycopy(options, 0, words, 3, options.length);
        return Lockkeeper.ended(url(), words);
    }

    /** With leases of an hour, nothing but a recall tells in time. The second writes only what it sees of the first. */
    @Test
    void theCommandEndsBeforeTheNextOneBegins() throws Exception {
        String first = "trap 'sleep 1; echo ended >\"$0/first\"; exit 0' TERM; echo up; while :; do sleep 0.05; done";
        try (Lockkeeper run = holder(first, "--renew-lease", "1h");
                Lockkeeper next = Lockkeeper.start(
                        url(), "run", "-v", "a", "--", "sh", "-c", "cat \"$0/first\"", folder.toString())) {
            next.complains("waiting for 'a'");
            long before = System.nanoTime();
            try (Lockkeeper release = release("--wait", "60s")) {
                assertThat(release.code()).as(release.err()).isZero();
                assertThat(release.out()).contains("pid " + run.pid()).endsWith(" no longer holds the lock 'a'.\n");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err()).contains("the lock 'a' is recalled").doesNotContain("was lost", "not renewed");
            assertThat(next.code()).as(next.err()).isZero();
            assertThat(next.out()).isEqualTo("ended\n");
        }
    }

    @Test
    void aCommandThatIgnoresTermIsKilledAfterItsGrace() throws Exception {
        try (Lockkeeper run = holder("trap '' TERM; echo up; while :; do sleep 0.05; done", "--grace", "1s");
                Lockkeeper release = release("--wait", "60s", "--json")) {
            JsonObject json = JsonParser.object().from(release.out());
            assertThat(json.getBoolean("released")).isTrue();
            assertThat(json.getString("by")).isEqualTo("holder");
            assertThat(json.getObject("holder").getLong("pid")).isEqualTo(run.pid());
            assertThat(run.code()).as(run.err()).isEqualTo(76);
        }
    }

    @Test
    void aHolderThatDoesNotGiveTheLockUpInTimeLosesIt() throws Exception {
        String script = "trap '' TERM; echo up; until [ -e \"$0/go\" ]; do sleep 0.05; done";
        try (Lockkeeper run = holder(script, "--on-lost", "warn", "--renew-lease", "1h");
                Lockkeeper release = release("--wait", "3s", "--json")) {
            JsonObject json = JsonParser.object().from(release.out());
            assertThat(json.getBoolean("released")).as(release.err()).isTrue();
            assertThat(json.getString("by")).isEqualTo("force");
            run.complains("warning: the lock 'a' is recalled");
            run.complains("warning: the lock 'a' was lost: someone released it by force");
            Files.createFile(folder.resolve("go"));
            assertThat(run.code()).as(run.err()).isEqualTo(76);
        }
    }

    @Test
    void aHolderThatIsGoneIsNotWaitedForLong() throws Exception {
        try (Lockkeeper run = holder("echo up; exec sleep 60", "--renew-lease", "1h")) {
            run.jvm().destroyForcibly();
            assertThat(run.code()).as(run.err()).isEqualTo(70);
            long before = System.nanoTime();
            try (Lockkeeper release = release("--wait", "60s")) {
                assertThat(release.out()).startsWith("Took the lock 'a' away from ");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
        }
    }

    /** It hears of it when it goes on: then the lock is lost. */
    @Test
    void aHolderThatIsStoppedLosesTheLock() throws Exception {
        try (Lockkeeper run = holder("echo up; exec sleep 60", "--renew-lease", "1h")) {
            ProcessHandle holder = run.jvm();
            CommandTest.send("STOP", holder.pid());
            try (Lockkeeper release = release("--wait", "1s")) {
                assertThat(release.out()).startsWith("Took the lock 'a' away from ");
            }
            CommandTest.send("CONT", holder.pid());
            assertThat(run.code()).as(run.err()).isEqualTo(76);
        }
    }

    @Test
    void withoutAWaitTheHolderIsNotAskedAndIsToldOfTheLossAtOnce() throws Exception {
        try (Lockkeeper run = holder("echo up; exec sleep 60", "--renew-lease", "1h")) {
            Eventually.until(
                    "the holder listens on its channel and on that of all",
                    () -> redis.exec("PUBSUB", "CHANNELS", "lk1:c:*") instanceof List<?> channels
                            && channels.size() == 2);
            try (Lockkeeper release = release("--wait", "0s")) {
                assertThat(release.out()).startsWith("Took the lock 'a' away from ");
            }
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err()).contains("the lock 'a' was lost: someone released it by force");
        }
    }
}
