package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresProgram;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a person at a terminal sees. */
@RequiresProgram(value = "script", remedy = "apt-get install util-linux")
final class WaitLineTest {
    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @Test
    void oneLineTellsWhoHoldsTheLockForHowLongAndHowManyWaitBefore() throws Exception {
        try (Lockkeeper holder = holder("a");
                Lockkeeper other = Lockkeeper.start(redis.url(), "run", "-v", "a", "--", "true")
                        .complains("waiting for 'a'");
                Lockkeeper waiter = onTerminal("run", "a", "--", "echo", "mine").says("waiting for 'a'")) {
            waiter.says("held by ")
                    .says("(pid " + holder.pid() + ", thread main): sh, for ")
                    .says("; 1 ahead in line");
            assertThat(waiter.out()).doesNotContain("\n");
            holder.send("TERM");
            assertThat(waiter.code()).isZero();
            assertThat(other.code()).isZero();
            assertThat(waiter.out()).endsWith("\r\u001b[Kmine\r\n");
        }
    }

    @Test
    void quietMeansNoLine() throws Exception {
        try (Lockkeeper holder = holder("b");
                Lockkeeper waiter = onTerminal("run", "--quiet", "--wait", "1500ms", "b", "--", "echo", "mine")) {
            assertThat(waiter.code()).isEqualTo(75);
            assertThat(waiter.out()).isEmpty();
            assertThat(holder.isAlive()).isTrue();
        }
    }

    @Test
    void releaseAsksFirst() throws Exception {
        try (Lockkeeper holder = holder("c");
                Lockkeeper no = onTerminal("release", "c", "--force").says("take it away? [y/N]")) {
            answer(no, "n\n");
            assertThat(no.code()).isEqualTo(1);
            assertThat(no.out()).contains("held by ").contains("the lock 'c' was not released");
            try (Lockkeeper yes = onTerminal("release", "c", "--force").says("take it away? [y/N]")) {
                answer(yes, "y\n");
                assertThat(yes.code()).isZero();
                assertThat(yes.out()).contains("pid " + holder.pid()).contains(" no longer holds the lock 'c'.");
            }
        }
    }

    @Test
    void releaseTakesNothingFromAHolderThatWasNotShown() throws Exception {
        try (Lockkeeper shown = holder("d");
                Lockkeeper next =
                        Lockkeeper.start(redis.url(), "run", "-v", "d", "--", "sh", "-c", "echo held; sleep 60")) {
            next.complains("waiting for 'd'");
            try (Lockkeeper release = onTerminal("release", "d", "--force").says("pid " + shown.pid())) {
                release.says("[y/N]");
                shown.send("TERM");
                next.says("held");
                answer(release, "y\n");
                assertThat(release.code()).isEqualTo(1);
                assertThat(release.out()).contains("the holder has changed").contains("pid " + next.pid());
            }
            try (Lockkeeper show = Lockkeeper.ended(redis.url(), "show", "d")) {
                assertThat(show.out()).contains("pid          " + next.pid());
            }
        }
    }

    @Test
    void releaseTakesNothingOnceTheHolderThatWasShownIsGone() throws Exception {
        try (Lockkeeper shown = holder("e");
                Lockkeeper release = onTerminal("release", "e", "--force").says("[y/N]")) {
            shown.send("TERM");
            shown.code();
            answer(release, "y\n");
            assertThat(release.code()).isZero();
            assertThat(release.out()).contains("Nobody held the lock 'e'.");
        }
    }

    @Test
    void thePlaceInLineIsSaidOnlyIfItIsCertain() {
        Holder other = waiter("a", 7, 70, "report");
        Holder mine = waiter("b", 8, 80, "report");
        assertThat(WaitText.placeOf(mine, List.of(other, mine))).isEqualTo(1);
        assertThat(WaitText.placeOf(mine, List.of(other))).isNull();
        // The queue may still hold a dead process of the same number, or one of another container.
        Holder twin = waiter("c", 8, 80, "report");
        assertThat(WaitText.placeOf(mine, List.of(twin, other, mine))).isNull();
        assertThat(WaitText.placeOf(mine, List.of(waiter("d", 8, 80, "backup"), mine)))
                .isEqualTo(1);
        assertThat(WaitText.placeOf(mine, List.of(waiter("d", 8, 81, "report"), mine)))
                .isEqualTo(1);
    }

    private static Holder waiter(String client, long pid, long group, String description) {
        return new Holder(client, "host", pid, "main", description, group);
    }

    private static void answer(Lockkeeper question, String answer) throws Exception {
        question.process().getOutputStream().write(answer.getBytes(US_ASCII));
        question.process().getOutputStream().flush();
    }

    private static Lockkeeper holder(String name) throws Exception {
        return Lockkeeper.start(redis.url(), "run", name, "--", "sh", "-c", "echo held; sleep 60")
                .says("held");
    }

    /** The command on a terminal of its own; all it writes is on standard output. */
    private static Lockkeeper onTerminal(String... words) {
        ProcessBuilder line = Lockkeeper.line(redis.url(), words);
        List<String> quoted = new ArrayList<>();
        line.command().forEach(word -> quoted.add("'" + word.replace("'", "'\\''") + "'"));
        String command = "stty cols 200; exec " + String.join(" ", quoted);
        return Lockkeeper.start(line.command("script", "-q", "-e", "-c", command, "/dev/null"));
    }
}
