package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

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
                    .says("; 1 waits before us");
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
            assertThat(no.out()).contains("held by ").contains("left the lock 'c' alone");
            try (Lockkeeper yes = onTerminal("release", "c", "--force").says("take it away? [y/N]")) {
                answer(yes, "y\n");
                assertThat(yes.code()).isZero();
                assertThat(yes.out()).contains("Took the lock 'c' away from ").contains("pid " + holder.pid());
            }
        }
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
