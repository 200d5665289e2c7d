package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A shell command that runs instead of TERM when the lock is lost. */
final class RunOnLostTest extends CommandTest {
    /** Says which signals come, and ends by USR1. */
    private static final String COMMAND =
            "trap 'echo TERM >>\"$0/log\"' TERM; trap 'echo USR1 >>\"$0/log\"; exit 5' USR1; echo $$ >\"$0/pid\"; echo up;"
                    + " while :; do sleep 0.02; done";

    private static final String TELL = "run:kill -USR1 \"$LOCKKEEPER_PID\"";

    private Lockkeeper run(String onLost) {
        return run(onLost, "5s", COMMAND);
    }

    private Lockkeeper run(String onLost, String grace, String script) {
        return Lockkeeper.start(
                "file:" + folder.resolve("locks"),
                "run",
                "--on-lost",
                onLost,
                "--grace",
                grace,
                "a",
                "--",
                "sh",
                "-c",
                script,
                folder.toString());
    }

    /** As someone does who tidies up. */
    private void deleteTheLock() throws Exception {
        Path locks = folder.resolve("locks");
        new ProcessBuilder("rm", "-rf", locks.toString()).start().onExit().join();
    }

    private void assertThatCommandHeard(String signals) throws Exception {
        long pid = Eventually.number(folder.resolve("pid"));
        Eventually.until("COMMAND has ended", () -> !Eventually.isAlive(pid));
        assertThat(folder.resolve("log")).hasContent(signals);
    }

    /** Who reads standard error may be slow, and COMMAND may have filled it. */
    @Test
    void aFullStandardErrorKeepsNobodyFromEndingTheCommand() throws Exception {
        String fill = "yes full >&2 & echo up; while :; do echo >\"$0/beat\"; sleep 0.05; done";
        ProcessBuilder line = Lockkeeper.line(
                "file:" + folder.resolve("locks"),
                "run",
                "--on-lost",
                "run:exit 3",
                "--grace",
                "500ms",
                "a",
                "--",
                "sh",
                "-c",
                fill,
                folder.toString());
        String script = "mkfifo \"$0/err\"; exec 4<>\"$0/err\"; \"$@\" 2>&4; echo \"ended $?\"";
        line.command().addAll(0, List.of("sh", "-c", script, folder.toString()));
        try (Lockkeeper run = Lockkeeper.start(line)) {
            run.says("up");
            deleteTheLock();
            run.says("ended 76");
        }
    }

    @Test
    void tellsTheCommandThatTheLockIsLost() throws Exception {
        String text = TELL + "; echo told in $LOCKKEEPER_NAME; cat; echo größe";
        try (Lockkeeper run = run(text)) {
            run.says("up");
            deleteTheLock();
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.out()).isEqualTo("up\ntold in a\ngröße\n");
            assertThat(run.err()).contains("; COMMAND is being ended (--on-lost run)");
            assertThatCommandHeard("USR1");
        }
    }

    @Test
    void runsWhoeverIsKilled() throws Exception {
        for (String victim : new String[] {"jvm", "front"}) {
            Files.deleteIfExists(folder.resolve("log"));
            try (Lockkeeper run = run(TELL).says("up")) {
                CommandTest.send("KILL", victim.equals("jvm") ? run.jvm().pid() : run.pid());
                assertThat(run.code()).as(run.err()).isEqualTo(victim.equals("jvm") ? 70 : 137);
                assertThatCommandHeard("USR1");
            }
        }
    }

    @Test
    void runsBeforeALeaseEndsThatIsNotRenewed() throws Exception {
        Supervisor supervisor = shell(COMMAND);
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        Running running = supervisor.run(
                Map.of(),
                Duration.ofSeconds(1),
                OnLost.of(TELL, "--on-lost"),
                () -> Math.max(0, (end - System.nanoTime()) / 1_000_000));
        assertThat(running.await()).isEqualTo(new Outcome.Exited(5));
        assertThat(System.nanoTime() - end).isNegative();
        assertThatCommandHeard("USR1");
    }

    @Test
    void runsWhenTheJvmIsStopped() throws Exception {
        String[] words = {
            "run", "--on-lost", TELL, "--renew-lease", "3s", "a", "--", "sh", "-c", COMMAND, folder.toString()
        };
        try (RedisServer redis = RedisServer.start();
                Lockkeeper run = Lockkeeper.start(redis.url(), words).says("up")) {
            ProcessHandle jvm = run.jvm();
            CommandTest.send("STOP", jvm.pid());
            assertThatCommandHeard("USR1");
            CommandTest.send("CONT", jvm.pid());
            assertThat(run.code()).as(run.err()).isEqualTo(76);
        }
    }

    @Test
    void whatRemainsIsKilledWhenTheGraceEnds() throws Exception {
        String text = "run:echo $$ >\"" + folder + "/teller\"; exec sleep 60";
        try (Lockkeeper run = run(text, "300ms", COMMAND).says("up")) {
            deleteTheLock();
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(Eventually.isAlive(Eventually.number(folder.resolve("teller"))))
                    .isFalse();
            assertThat(Eventually.isAlive(Eventually.number(folder.resolve("pid"))))
                    .isFalse();
            assertThat(folder.resolve("log")).doesNotExist();
        }
    }

    @Test
    void aTextThatFailsIsSaidAndReplacedByTerm() throws Exception {
        String ends =
                "trap 'echo TERM >>\"$0/log\"; exit 6' TERM; echo $$ >\"$0/pid\"; echo up; while :; do sleep 0.02; done";
        try (Lockkeeper run = run("run:exit 3", "5s", ends).says("up")) {
            deleteTheLock();
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err())
                    .contains("lockkeeper: the command of --on-lost failed with exit code 3, so COMMAND gets TERM\n");
            assertThatCommandHeard("TERM");
        }
    }

    @Test
    void doesNotRunWhenTheCommandEndsByItself() throws Exception {
        try (Lockkeeper run = run("run:echo told", "5s", "exit 4")) {
            assertThat(run.code()).as(run.err()).isEqualTo(4);
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void anythingElseIsRefused() throws Exception {
        for (String value : new String[] {"run", "run: ", "stop", ""}) {
            try (Lockkeeper run = run(value)) {
                assertThat(run.code()).isEqualTo(64);
                assertThat(run.err()).startsWith("lockkeeper: --on-lost ").hasLineCount(1);
            }
        }
    }
}
