package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.io.File;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A lock that is held without a command. */
final class HoldTest {
    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static Lockkeeper hold(String... options) {
        List<String> words = new ArrayList<>(List.of("hold", "a"));
        words.addAll(List.of(options));
        return Lockkeeper.start(redis.url(), words.toArray(String[]::new));
    }

    private static void assertThatTheLockIsFree() throws Exception {
        try (Lockkeeper next = Lockkeeper.ended(redis.url(), "run", "-w", "10", "a", "--", "true")) {
            assertThat(next.code()).as(next.err()).isZero();
        }
    }

    @Test
    void printsItsTokenAndLastsUntilItsInputEnds() throws Exception {
        try (Lockkeeper hold = hold().says("\n")) {
            OutputStream input = hold.process().getOutputStream();
            input.write("ignored\n".getBytes(US_ASCII));
            input.flush();
            try (Lockkeeper other = Lockkeeper.ended(redis.url(), "hold", "-w", "10", "a");
                    Lockkeeper show = Lockkeeper.ended(redis.url(), "show", "a", "--json")) {
                assertThat(other.code()).isEqualTo(75);
                assertThat(other.out()).isEmpty();
                assertThat(other.err()).contains("it is held by").contains("pid " + hold.pid());
                assertThat(show.out()).contains("\"description\":\"hold\"", "\"pid\":" + hold.pid());
            }
            assertThat(hold.isAlive()).isTrue();
            input.close();
            assertThat(hold.code()).as(hold.err()).isZero();
            assertThat(hold.out()).matches("[0-9]+\n");
            assertThat(hold.err()).isEmpty();
        }
        assertThatTheLockIsFree();
    }

    @Test
    void endsByASignal() throws Exception {
        Map<String, Integer> numbers = Map.of("HUP", 1, "INT", 2, "QUIT", 3, "TERM", 15);
        for (Map.Entry<String, Integer> signal : numbers.entrySet()) {
            try (Lockkeeper hold = hold().says("\n")) {
                hold.send(signal.getKey());
                assertThat(hold.code()).as(hold.err()).isEqualTo(128 + signal.getValue());
            }
        }
        assertThatTheLockIsFree();
    }

    @Test
    void readsNothingIfItIsToLastUntilASignal() throws Exception {
        ProcessBuilder line = Lockkeeper.line(redis.url(), "hold", "--until-signal", "a");
        try (Lockkeeper hold =
                Lockkeeper.start(line.redirectInput(new File("/dev/null"))).says("\n")) {
            try (Lockkeeper other = Lockkeeper.ended(redis.url(), "hold", "-w", "10", "a")) {
                assertThat(other.code()).isEqualTo(75);
            }
            hold.send("TERM");
            assertThat(hold.code()).as(hold.err()).isEqualTo(143);
        }
    }

    @Test
    void endsWhenTheLockIsLost() throws Exception {
        try (Lockkeeper hold = hold("--renew-lease", "1h").says("\n")) {
            redis.exec("FLUSHALL");
            assertThat(hold.code()).as(hold.err()).isEqualTo(76);
            assertThat(hold.err()).contains("the lock 'a' was lost: ").contains("; hold is being ended");
        }
    }

    @Test
    void endsWhenTheLockIsRecalled() throws Exception {
        try (Lockkeeper hold = hold("--renew-lease", "1h").says("\n");
                Lockkeeper release =
                        Lockkeeper.ended(redis.url(), "release", "a", "--force", "--yes", "--wait", "60s")) {
            assertThat(release.code()).as(release.err()).isZero();
            assertThat(hold.code()).as(hold.err()).isEqualTo(76);
            assertThat(hold.err()).contains("is recalled").contains("; hold is being ended");
        }
    }

    @Test
    void leavesNothingBehindWhoeverIsKilled() throws Exception {
        for (String victim : List.of("jvm", "supervisor", "front")) {
            try (Lockkeeper hold = hold("--renew-lease", "2s").says("\n")) {
                List<ProcessHandle> all = hold.process().descendants().toList();
                ProcessHandle killed = switch (victim) {
                    case "jvm" -> hold.jvm();
                    case "supervisor" -> hold.supervisor();
                    default -> hold.process().toHandle();
                };
                CommandTest.send("KILL", killed.pid());
                assertThat(hold.code()).as(victim + hold.err()).isEqualTo(victim.equals("front") ? 137 : 70);
                for (ProcessHandle process : all) {
                    Eventually.until(victim + " left " + process, () -> !Eventually.isAlive(process.pid()));
                }
            }
        }
    }

    @Test
    void isDescribedInHelp() throws Exception {
        try (Lockkeeper help = Lockkeeper.ended("memory:x", "hold", "--help");
                Lockkeeper wrong = Lockkeeper.ended("memory:x", "hold", "a", "--", "sleep", "1")) {
            assertThat(help.code()).isZero();
            assertThat(help.out())
                    .contains("--until-signal", "--lease", "  76 ")
                    .doesNotContain("--on-lost");
            assertThat(wrong.code()).isEqualTo(64);
            assertThat(wrong.err()).contains("hold runs no command").hasLineCount(1);
        }
    }
}
