package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes that stand for election: one runs COMMAND at a time, and another one when that has ended. */
final class ElectTest extends CommandTest {
    /** Says its token, and ends by TERM at once. */
    private static final String COMMAND = "echo up $LOCKKEEPER_NAME $LOCKKEEPER_TOKEN; while :; do sleep 0.02; done";

    private static Lockkeeper stand(RedisServer redis, String script) throws Exception {
        return Lockkeeper.start(redis.url(), "elect", "a", "-v", "--renew-lease", "10s", "--", "sh", "-c", script);
    }

    private static long token(Lockkeeper leader) throws Exception {
        List<String> lines =
                leader.out().lines().filter(line -> line.startsWith("up a ")).toList();
        return Long.parseLong(lines.get(lines.size() - 1).substring(5));
    }

    @Test
    void oneLeadsAndTheNextOneWhenItEndsByASignal() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper first = stand(redis, COMMAND).says("up a ");
                Lockkeeper second = stand(redis, COMMAND).complains("waiting for 'a'")) {
            assertThat(second.out()).isEmpty();
            first.send("TERM");
            assertThat(first.code()).as(first.err()).isEqualTo(143);
            second.says("up a ");
            assertThat(token(second)).isGreaterThan(token(first));
            second.send("TERM");
            assertThat(second.code()).as(second.err()).isEqualTo(143);
        }
    }

    @Test
    void theExitCodeOfTheCommandEndsTheCandidate() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper first = stand(redis, "exit 7");
                Lockkeeper next = stand(redis, "exit 0")) {
            assertThat(first.code()).as(first.err()).isEqualTo(7);
            assertThat(next.code()).as(next.err()).isZero();
        }
    }

    @Test
    void aLeaderThatIsRecalledStandsAgainBehindTheOthers() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper first = stand(redis, COMMAND).says("up a ");
                Lockkeeper second = stand(redis, COMMAND).complains("waiting for 'a'")) {
            long before = token(first);
            try (Lockkeeper release = Lockkeeper.ended(redis.url(), "release", "a", "--force", "--wait", "60s")) {
                assertThat(release.code()).as(release.err()).isZero();
            }
            second.says("up a ");
            first.complains("to be run again when this candidate leads again");
            assertThat(first.isAlive()).isTrue();
            first.complains("waiting for 'a'");
            second.send("TERM");
            assertThat(second.code()).as(second.err()).isEqualTo(143);
            Eventually.until(
                    "it leads again: " + first.err(), () -> first.out().lines().count() == 2 || !first.isAlive());
            assertThat(token(first)).isGreaterThan(token(second)).isGreaterThan(before);
            first.send("TERM");
            assertThat(first.code()).as(first.err()).isEqualTo(143);
        }
    }

    @Test
    void aCommandThatIgnoresTheEndOfTheLeadIsKilled() throws Exception {
        String stubborn = "trap '' TERM; echo up $LOCKKEEPER_NAME $LOCKKEEPER_TOKEN; while :; do sleep 0.02; done";
        try (RedisServer redis = RedisServer.start();
                Lockkeeper first = Lockkeeper.start(
                                redis.url(), "elect", "a", "--grace", "100ms", "--", "sh", "-c", stubborn)
                        .says("up a ");
                Lockkeeper next = stand(redis, COMMAND).complains("waiting for 'a'");
                Lockkeeper release = Lockkeeper.ended(redis.url(), "release", "a", "--force", "--wait", "60s")) {
            assertThat(release.code()).as(release.err()).isZero();
            next.says("up a ");
            assertThat(first.isAlive()).isTrue();
        }
    }

    @Test
    void showTellsWhoLeads() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            try (Lockkeeper none = Lockkeeper.ended(redis.url(), "show", "a")) {
                assertThat(none.code()).isEqualTo(ExitCode.FREE);
            }
            try (Lockkeeper leader = stand(redis, COMMAND).says("up a ");
                    Lockkeeper shown = Lockkeeper.ended(redis.url(), "show", "a")) {
                assertThat(shown.code()).isZero();
                assertThat(shown.out()).contains("sh").contains(Long.toString(leader.pid()));
            }
        }
    }

    @Test
    void isRefusedWhereItMakesNoSense() throws Exception {
        for (List<String> words : List.of(
                List.of("a"),
                List.of("a", "b", "--", "true"),
                List.of("a", "--no-wait", "--", "true"),
                List.of("a", "--lease", "10s", "--", "true"),
                List.of("a", "--on-lost", "warn", "--", "true"))) {
            List<String> line = new ArrayList<>(List.of("elect"));
            line.addAll(words);
            try (Lockkeeper wrong = Lockkeeper.ended("memory:x", line.toArray(String[]::new))) {
                assertThat(wrong.code()).as(words + wrong.err()).isEqualTo(ExitCode.USAGE);
                assertThat(wrong.err()).hasLineCount(1);
            }
        }
        try (Lockkeeper nothing = Lockkeeper.ended("memory:x", "elect", "a")) {
            assertThat(nothing.err()).contains("COMMAND is missing", "lockkeeper show NAME");
        }
    }
}
