package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks that are lost while COMMAND runs. */
final class RunLossTest {
    private static final Duration LEASE = Duration.ofSeconds(3);

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

    private Lockkeeper start(String option, String value, String script) {
        return Lockkeeper.start(redis.url(), "run", option, value, "a", "--", "sh", "-c", script, folder.toString());
    }

    /** A command with a child; both ignore TERM. It writes down their numbers. */
    private Lockkeeper stubborn() throws Exception {
        Lockkeeper run = start(
                "--renew-lease",
                LEASE.toSeconds() + "s",
                "trap '' TERM; sh -c 'echo $$ >\"$0/child\"; while :; do sleep 0.05; done' \"$0\" & echo $$ >\"$0/parent\";"
                        + " echo up; while :; do sleep 0.05; done");
        run.says("up");
        Eventually.number(folder.resolve("child"));
        return run;
    }

    private void assertAllEnded() throws Exception {
        assertThat(Eventually.isAlive(Eventually.number(folder.resolve("parent"))))
                .isFalse();
        assertThat(Eventually.isAlive(Eventually.number(folder.resolve("child"))))
                .isFalse();
    }

    @Test
    void aLockThatIsDeletedEndsTheCommandLongBeforeARenewalIsDue() throws Exception {
        try (Lockkeeper run =
                start("--renew-lease", "1h", "trap 'echo TERM; exit 0' TERM; echo up; while :; do sleep 0.05; done")) {
            run.says("up");
            long before = System.nanoTime();
            redis.exec("FLUSHALL");
            assertThat(run.code()).isEqualTo(76);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            assertThat(run.out()).isEqualTo("up\nTERM\n");
            assertThat(run.err())
                    .contains("lockkeeper: the lock 'a' was lost: ")
                    .contains("deleted");
        }
    }

    @Test
    void aFolderOfLocksThatIsDeletedEndsTheCommandLongBeforeARenewalIsDue() throws Exception {
        Path locks = folder.resolve("locks");
        try (Lockkeeper run = Lockkeeper.start(
                "file:" + locks, "run", "--renew-lease", "1h", "a", "--", "sh", "-c", "echo up; exec sleep 60")) {
            run.says("up");
            long before = System.nanoTime();
            new ProcessBuilder("rm", "-rf", locks.toString()).start().onExit().join();
            assertThat(run.code()).isEqualTo(76);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            assertThat(run.err()).contains("the lock 'a' was lost: ");
        }
    }

    @Test
    void aCommandThatIgnoresTermIsKilledWithItsChildren() throws Exception {
        try (Lockkeeper run = stubborn()) {
            redis.exec("FLUSHALL");
            assertThat(run.code()).isEqualTo(76);
            assertAllEnded();
        }
    }

    @Test
    void aStoreThatIsGoneEndsTheCommandBeforeTheLeaseEnds() throws Exception {
        try (Lockkeeper run = stubborn()) {
            long before = System.nanoTime();
            redis.kill();
            Eventually.until(
                    "the command is gone", () -> !Eventually.isAlive(Eventually.number(folder.resolve("parent"))));
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(LEASE);
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err()).startsWith("lockkeeper: the lock 'a' was ").hasLineCount(1);
            assertAllEnded();
        }
    }

    @Test
    void aStoreThatComesBackWithoutItsDataHasLostTheLock() throws Exception {
        try (Lockkeeper run = stubborn()) {
            redis.kill();
            redis.restart();
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertAllEnded();
        }
    }

    @Test
    void aStoreThatIsAwayForAMomentHasNot() throws Exception {
        try (Lockkeeper run = start("--renew-lease", "6s", "echo up; until [ -e \"$0/go\" ]; do sleep 0.05; done")) {
            run.says("up");
            redis.pause();
            Thread.sleep(500); // As long as a pause is; nothing can be seen of a store that stands still.
            redis.resume();
            Files.createFile(folder.resolve("go"));
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    /** It cannot know that the lease lasts longer than it did when it asked last. */
    @Test
    void aSupervisorThatStoodStillIsToldApartFromALeaseThatWasNotRenewed() throws Exception {
        Duration lease = Duration.ofSeconds(6);
        try (Lockkeeper run = start("--renew-lease", lease.toSeconds() + "s", "echo up; exec sleep 60")) {
            run.says("up");
            ProcessHandle supervisor = run.supervisor();
            CommandTest.send("STOP", supervisor.pid());
            long end = System.nanoTime() + lease.toNanos();
            Eventually.until("the lease that it knows of has ended", () -> System.nanoTime() > end);
            CommandTest.send("CONT", supervisor.pid());
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err())
                    .isEqualTo(
                            "lockkeeper: COMMAND was ended, because lockkeeper was stopped or too slow: its supervisor was"
                                    + " not told in time that the lease of the lock 'a' was renewed\n");
        }
    }

    @Test
    void aFixedLeaseEndsTheCommandBeforeItEnds() throws Exception {
        try (Lockkeeper run = start("--lease", "2s", "echo up; while :; do sleep 0.05; done")) {
            run.says("up");
            long since = System.nanoTime();
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void aCommandThatEndsWithinItsFixedLeaseIsLeftAlone() throws Exception {
        try (Lockkeeper run = start("--lease", "60s", "exit 4")) {
            assertThat(run.code()).as(run.err()).isEqualTo(4);
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void withAWarningTheCommandGoesOn() throws Exception {
        try (Lockkeeper run = Lockkeeper.start(
                redis.url(),
                "run",
                "--on-lost",
                "warn",
                "--renew-lease",
                "4s",
                "a",
                "--",
                "sh",
                "-c",
                "echo up; until [ -e \"$0/go\" ]; do sleep 0.05; done; echo done",
                folder.toString())) {
            run.says("up");
            redis.exec("FLUSHALL");
            run.complains("warning: the lock 'a' was lost");
            assertThat(run.isAlive()).isTrue();
            Files.createFile(folder.resolve("go"));
            assertThat(run.code()).isEqualTo(76);
            assertThat(run.out()).isEqualTo("up\ndone\n");
            assertThat(run.err()).hasLineCount(1);
        }
    }

    @Test
    void aLockThatWasTakenAwayEndsTheCommand() throws Exception {
        try (Lockkeeper run = start("--renew-lease", "3s", "echo up; exec sleep 60")) {
            run.says("up");
            try (Lockkeeper release = Lockkeeper.ended(redis.url(), "release", "a", "--force", "--wait", "0s")) {
                assertThat(release.out())
                        .startsWith("Took the lock 'a' away from ")
                        .contains("pid " + run.pid());
            }
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err()).contains("the lock 'a' was lost", "by force"); // Told by the server, or by a look.
        }
    }
}
