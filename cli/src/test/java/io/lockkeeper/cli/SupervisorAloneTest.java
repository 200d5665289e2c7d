package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.servers.RequiresProgram;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One of the two, JVM or supervisor, is killed or paused. */
class SupervisorAloneTest extends CommandTest {
    /** Shell: two generations that ignore TERM; the supervisor's pid and both of theirs are left in the folder. */
    private static final String STUBBORN = """
            trap '' TERM
            sh -c 'echo $$ > $0/grandchild; while :; do sleep 0.05; done' $0 &
            echo $$ > $0/command
            echo $PPID > $0/group
            while :; do echo >> $0/beat; sleep 0.01; done""";

    @Test
    void aKilledJvmTakesCommandAndItsChildrenWithIt() throws Exception {
        Process jvm = jvm(GRACE, "-", "sh", "-c", STUBBORN, folder.toString());
        long grandchild = Eventually.number(trace("grandchild"));
        long group = Eventually.number(trace("group"));
        jvm.destroyForcibly().waitFor();
        Instant killed = Instant.now();
        assertThat(ProcessGroups.alive(group)).isTrue();
        Eventually.until("the group is gone", () -> !ProcessGroups.alive(group));
        assertThat(Eventually.isAlive(grandchild)).isFalse();
        assertThat(lastBeat()).isBetween(killed, killed.plus(GRACE).plusSeconds(5));
    }

    @Test
    void aKilledJvmLetsCommandTidyUp() throws Exception {
        String script = "trap 'echo tidy > $0/tidy; exit' TERM; echo $PPID > $0/group; while :; do sleep 0.01; done";
        Process jvm = jvm(LONG, "-", "sh", "-c", script, folder.toString());
        long group = Eventually.number(trace("group"));
        jvm.destroyForcibly().waitFor();
        Eventually.until("the group is gone", () -> !ProcessGroups.alive(group));
        assertThat(trace("tidy")).exists();
    }

    @Test
    void aSupervisorThatWakesAfterTheDeadlineGivesNoGrace() throws Exception {
        Supervisor supervisor = shell(STUBBORN);
        long end = System.nanoTime() + Duration.ofSeconds(9).toNanos();
        Duration grace = Duration.ofSeconds(6);
        Running running =
                supervisor.run(Map.of(), grace, OnLost.KILL, () -> Math.max(0, (end - System.nanoTime()) / 1_000_000));
        Eventually.line(trace("group"));
        send("STOP", supervisor.processGroup());
        Eventually.until("the lease has ended", () -> System.nanoTime() > end);
        send("CONT", supervisor.processGroup());
        long woken = System.nanoTime();
        assertThat(running.await()).isEqualTo(new Outcome.Signalled(9));
        assertThat(Duration.ofNanos(System.nanoTime() - woken)).isLessThan(grace.dividedBy(2));
    }

    @Test
    void aPausedJvmsCommandEndsBeforeTheDeadline() throws Exception {
        Duration lease = Duration.ofSeconds(2);
        Process jvm = jvm(GRACE, Long.toString(lease.toMillis()), "sh", "-c", STUBBORN, folder.toString());
        long group = Eventually.number(trace("group"));
        send("STOP", jvm.pid());
        Instant stopped = Instant.now();
        Eventually.until("the group is gone", () -> !ProcessGroups.alive(group));
        assertThat(lastBeat()).isBetween(stopped, stopped.plus(lease));
        send("CONT", jvm.pid());
        assertThat(jvm.waitFor()).isEqualTo(128 + 9);
    }

    @Test
    void aShorterPauseOfTheJvmHarmsNobody() throws Exception {
        String script = "echo $PPID > $0/group; while [ ! -e $0/end ]; do sleep 0.01; done; exit 8";
        Process jvm = jvm(GRACE, "from 8000", "sh", "-c", script, folder.toString());
        long group = Eventually.number(trace("group"));
        send("STOP", jvm.pid());
        Instant stopped = Instant.now();
        // More than half of the lease: counted from its question, the answer would say that the lease is over.
        Eventually.until("4.5 s are over", () -> Instant.now().isAfter(stopped.plusMillis(4500)));
        send("CONT", jvm.pid());
        Eventually.until("5.5 s are over", () -> Instant.now().isAfter(stopped.plusMillis(5500)));
        assertThat(ProcessGroups.alive(group)).isTrue();
        Files.createFile(trace("end"));
        assertThat(jvm.waitFor()).isEqualTo(8);
    }

    @Test
    void aKilledSupervisorIsNoticedAndItsGroupKilled() throws Exception {
        Supervisor supervisor = shell(STUBBORN);
        Running running = run(supervisor, LONG);
        long grandchild = Eventually.number(trace("grandchild"));
        long command = Eventually.number(trace("command"));
        send("KILL", supervisor.processGroup());
        assertThat(running.await()).isEqualTo(new Outcome.SupervisorDied());
        supervisor.close();
        assertThat(Eventually.isAlive(command)).isFalse();
        assertThat(Eventually.isAlive(grandchild)).isFalse();
    }

    /** Who returns gives the lock to others. */
    @Test
    @RequiresProgram(value = "prlimit", remedy = "apt-get install util-linux")
    void aJvmThatCannotStartProcessesReturnsOnlyOnceTheGroupIsGone() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "only on Linux");
        Process jvm = jvm(LONG, "-", "sh", "-c", STUBBORN, folder.toString());
        long group = Eventually.number(trace("group"));
        long grandchild = Eventually.number(trace("grandchild"));
        limitOpenFiles(jvm, thirdFreeDescriptor(jvm) + ":");
        send("KILL", group);
        assertThat(jvm.waitFor(1, TimeUnit.SECONDS)).isFalse();
        limitOpenFiles(jvm, "1024:");
        assertThat(jvm.waitFor()).isEqualTo(99);
        assertThat(Eventually.isAlive(grandchild)).isFalse();
    }

    private static void limitOpenFiles(Process process, String limit) throws Exception {
        assertThat(new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--nofile=" + limit)
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Two are left then: enough to load a class, too few to start a process. */
    private static int thirdFreeDescriptor(Process process) {
        return IntStream.iterate(0, number -> number + 1)
                .filter(number -> Files.notExists(
                        Path.of("/proc", Long.toString(process.pid()), "fd", Integer.toString(number)),
                        LinkOption.NOFOLLOW_LINKS))
                .skip(2)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPausedSupervisorDoesNotKeepALostLocksCommandAlive() throws Exception {
        Supervisor supervisor = shell(STUBBORN);
        Running running = run(supervisor, GRACE);
        long grandchild = Eventually.number(trace("grandchild"));
        send("STOP", supervisor.processGroup());
        running.lose();
        assertThat(running.await()).isEqualTo(new Outcome.SupervisorDied());
        supervisor.close();
        assertThat(Eventually.isAlive(grandchild)).isFalse();
    }

    @Test
    void aSupervisorThatIsStoppedAfterCommandHasEndedIsNotWaitedForForEver() throws Exception {
        Supervisor supervisor = shell("sleep 1000 & echo $! > $0/background");
        Running running = run(supervisor, GRACE);
        assertThat(running.await()).isEqualTo(new Outcome.Exited(0));
        send("STOP", supervisor.processGroup());
        supervisor.close();
        long background = Eventually.number(trace("background"));
        assertThat(Eventually.isAlive(background)).as("goes on").isTrue();
        send("KILL", background);
    }

    @Test
    void aSupervisorThatIsStoppedBeforeCommandIsStartedIsNotWaitedFor() throws Exception {
        Supervisor supervisor = shell("exit 0");
        send("STOP", supervisor.processGroup());
        supervisor.close();
        Eventually.until("it has ended", () -> !Eventually.isAlive(supervisor.processGroup()));
    }

    @Test
    void aSupervisorThatIsStoppedAndCannotBeAnsweredDoesNotKeepCommandAlive() throws Exception {
        Supervisor supervisor = shell(STUBBORN);
        Running running = supervisor.run(Map.of(), GRACE, OnLost.KILL, () -> {
            if (Files.exists(trace("beat"))) {
                stop(supervisor);
                throw new IllegalStateException("the lease is in a strange state");
            }
            return 5000;
        });
        assertThatThrownBy(running::await).hasRootCauseMessage("the lease is in a strange state");
        long grandchild = Eventually.number(trace("grandchild"));
        supervisor.close();
        assertThat(Eventually.isAlive(grandchild)).isFalse();
    }

    /** Else the byte that it keeps locked would come free before the last of the group is gone. */
    @Test
    void aSupervisorOutlivesItsGroupEvenIfThatOfTheJvmIsGone() throws Exception {
        Process process = loseWithoutTheGroupOfTheJvm("", new Outcome.Signalled(9));
        assertThat(process.waitFor()).isZero();
    }

    /** As at the limit of processes, which COMMAND itself may have reached. */
    @Test
    void aGroupIsKilledAlthoughNoProcessCanBeStarted() throws Exception {
        String noSecondFork = "BEGIN { my $n; *CORE::GLOBAL::fork = sub { $n++ ? undef : CORE::fork } } ";
        Process process = loseWithoutTheGroupOfTheJvm(noSecondFork, new Outcome.SupervisorDied());
        assertThat(process.waitFor()).isEqualTo(137);
    }

    private Process loseWithoutTheGroupOfTheJvm(String before, Outcome expected) throws Exception {
        String joinsAGroupThatEnds = """
                my $other = fork // die;
                if (!$other) { sleep 1 while 1 }
                setpgrp $other, $other;
                setpgrp 0, $other;
                kill KILL => $other;
                waitpid $other, 0;
                exec @ARGV""";
        List<String> line = new ArrayList<>(List.of("perl", "-e", joinsAGroupThatEnds, "--"));
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            line.addAll(TestSupervisor.line(door, before, List.of("sh", "-c", STUBBORN, folder.toString())));
            Process process = started(new ProcessBuilder(line).inheritIO());
            Running running = run(TestSupervisor.met(door, process), GRACE);
            long grandchild = Eventually.number(trace("grandchild"));
            running.lose();
            assertThat(running.await()).isEqualTo(expected);
            Eventually.until("the grandchild is gone", () -> !Eventually.isAlive(grandchild));
            return process;
        }
    }

    private static void stop(Supervisor supervisor) {
        try {
            send("STOP", supervisor.processGroup());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aLeaseThatCannotBeAskedEndsCommand() throws Exception {
        Supervisor supervisor = shell("echo $$ > $0/ready; while :; do sleep 0.01; done");
        Running running = supervisor.run(Map.of(), GRACE, OnLost.KILL, () -> {
            if (Files.exists(trace("ready"))) {
                throw new IllegalStateException("the lease is in a strange state");
            }
            return 2000;
        });
        assertThatThrownBy(running::await).hasRootCauseMessage("the lease is in a strange state");
        Eventually.until("the group is gone", () -> !ProcessGroups.alive(supervisor.processGroup()));
    }

    private Instant lastBeat() throws Exception {
        return Files.getLastModifiedTime(trace("beat")).toInstant();
    }
}
