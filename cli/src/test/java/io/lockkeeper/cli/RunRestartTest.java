package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A COMMAND that is run again when its lock was lost. */
final class RunRestartTest extends CommandTest {
    /** Says that it is there, and what each run inherits; ends by TERM at once. */
    private static final String COMMAND = "echo up $LOCKKEEPER_TOKEN; while :; do sleep 0.02; done";

    private Lockkeeper run(String script, String... options) {
        return on("file:" + folder.resolve("locks"), script, options);
    }

    private Lockkeeper on(String store, String script, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--restart", "a"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "sh", "-c", script, folder.toString()));
        return Lockkeeper.start(store, words.toArray(String[]::new));
    }

    private void deleteTheLock() throws Exception {
        new ProcessBuilder("rm", "-rf", folder.resolve("locks").toString())
                .start()
                .onExit()
                .join();
    }

    private static void awaitRuns(Lockkeeper run, int count) throws Exception {
        Eventually.until(
                "it runs for time " + count + ": " + run.err(),
                () -> run.out().lines().filter(line -> line.startsWith("up")).count() == count || !run.isAlive());
        assertThat(run.isAlive()).as(run.err()).isTrue();
    }

    @Test
    void runsAgainUntilItEndsByItself() throws Exception {
        String third =
                "echo up; read line; echo \"$line\"; [ \"$line\" != end ] || exit 4; while :; do sleep 0.02; done";
        try (Lockkeeper run = run(third)) {
            OutputStream input = run.process().getOutputStream();
            for (int count = 1; count <= 2; count++) {
                awaitRuns(run, count);
                input.write((count + "\n").getBytes(US_ASCII));
                input.flush();
                run.says("\n" + count + "\n");
                deleteTheLock();
            }
            awaitRuns(run, 3);
            input.write("end\n".getBytes(US_ASCII));
            input.flush();
            assertThat(run.code()).as(run.err()).isEqualTo(4);
            assertThat(run.out()).isEqualTo("up\n1\nup\n2\nup\nend\n");
            assertThat(run.err()).contains("COMMAND is being ended, to be run again (--restart)");
        }
    }

    @Test
    void waitsForOthersAfterARecallHoweverShortTheFirstWait() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper run = on(redis.url(), COMMAND, "--no-wait", "-v")) {
            awaitRuns(run, 1);
            try (Lockkeeper next =
                            Lockkeeper.start(redis.url(), "hold", "-v", "a").complains("waiting for 'a'");
                    Lockkeeper release = Lockkeeper.ended(redis.url(), "release", "a", "--force", "--wait", "60s")) {
                assertThat(release.code()).as(release.err()).isZero();
                next.says("\n");
                run.complains("waiting for 'a'").complains("held by");
                assertThat(run.isAlive()).isTrue();
                next.process().getOutputStream().close();
                awaitRuns(run, 2);
            }
            run.send("TERM");
            assertThat(run.code()).isEqualTo(143);
            List<Long> tokens = run.out()
                    .lines()
                    .map(line -> Long.parseLong(line.substring(3)))
                    .toList();
            assertThat(tokens).hasSize(2).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void waitsForAStoreThatIsGone() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper run = on(redis.url(), COMMAND, "--renew-lease", "2s", "-v")) {
            awaitRuns(run, 1);
            redis.process().kill();
            run.complains("lockkeeper: waiting for 'a' (");
            run.complains("Redis at 127.0.0.1:" + redis.port());
            redis.process().restart();
            awaitRuns(run, 2);
            run.send("TERM");
            assertThat(run.code()).isEqualTo(143);
        }
    }

    @Test
    void whatASignalEndsIsNotRunAgain() throws Exception {
        String slow = "trap 'touch \"$0/ending\"; sleep 1; exit 0' TERM; echo up; while :; do sleep 0.02; done";
        try (Lockkeeper run = run(slow)) {
            awaitRuns(run, 1);
            deleteTheLock();
            Eventually.until(
                    "COMMAND is ending", () -> folder.resolve("ending").toFile().exists());
            run.send("HUP");
            assertThat(run.code()).as(run.err()).isEqualTo(129);
            assertThat(run.out()).isEqualTo("up\n");
        }
    }

    /** Before the loss is known, while COMMAND is ended, between the two rounds, and in the second. */
    @Test
    void aSignalEndsItAtAnyTime() throws Exception {
        for (int after = 0; after < 8; after++) {
            try (Lockkeeper run = run(COMMAND)) {
                awaitRuns(run, 1);
                deleteTheLock();
                if (after > 0) {
                    run.complains("to be run again");
                }
                Thread.sleep(after * 35L); // At which moment it comes is left to chance.
                List<ProcessHandle> all = run.process().descendants().toList();
                run.send("TERM");
                assertThat(run.code()).as(after + run.err()).isEqualTo(143);
                for (ProcessHandle process : all) {
                    Eventually.until("it has ended: " + process, () -> !Eventually.isAlive(process.pid()));
                }
            }
        }
    }

    @Test
    void anExitCodeThatIsTheCommandsOwnIsNoLoss() throws Exception {
        try (Lockkeeper run = run("echo up; exit 76")) {
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.out()).isEqualTo("up\n");
        }
    }

    @Test
    void eachRunInheritsTheSame() throws Exception {
        String state = "echo up; grep -E 'Sig(Blk|Ign|Cgt)' /proc/self/status; ls /proc/self/fd | tr '\\n' ' ';"
                + " [ ! -e \"$0/second\" ] || exit 0; touch \"$0/second\"; while :; do sleep 0.02; done";
        try (Lockkeeper run = run(state)) {
            awaitRuns(run, 1);
            Eventually.until("it waits", () -> folder.resolve("second").toFile().exists());
            deleteTheLock();
            assertThat(run.code()).as(run.err()).isZero();
            String[] rounds = run.out().split("up\n", -1);
            assertThat(rounds).hasSize(3);
            assertThat(rounds[2]).isEqualTo(rounds[1]);
        }
    }

    @Test
    void leavesNothingBehindWhoeverIsKilledInALaterRound() throws Exception {
        for (String victim : List.of("jvm", "supervisor", "front")) {
            try (Lockkeeper run = run(COMMAND)) {
                awaitRuns(run, 1);
                deleteTheLock();
                awaitRuns(run, 2);
                List<ProcessHandle> all = run.process().descendants().toList();
                long pid = switch (victim) {
                    case "jvm" -> run.jvm().pid();
                    case "supervisor" -> run.supervisor().pid();
                    default -> run.pid();
                };
                CommandTest.send("KILL", pid);
                assertThat(run.code()).as(run.err()).isEqualTo(victim.equals("front") ? 137 : 70);
                for (ProcessHandle process : all) {
                    Eventually.until(victim + " left " + process, () -> !Eventually.isAlive(process.pid()));
                }
            }
        }
    }

    @Test
    void isRefusedWhereItMakesNoSense() throws Exception {
        for (List<String> options : List.of(List.of("--on-lost", "warn"), List.of("--lease", "10s"))) {
            try (Lockkeeper run = run(COMMAND, options.toArray(String[]::new))) {
                assertThat(run.code()).isEqualTo(64);
                assertThat(run.err())
                        .startsWith("lockkeeper: --restart and " + options.get(0))
                        .contains("cannot be combined")
                        .hasLineCount(1);
            }
        }
    }
}
