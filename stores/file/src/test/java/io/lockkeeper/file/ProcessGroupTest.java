package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.HolderProcess;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RequiresProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock whose holder never let go is kept until the process group that works under it is gone. */
@RequiresProgram(value = "perl", remedy = "apt-get install perl-base")
class ProcessGroupTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    /** Leads a group of its own. */
    private static final String LEADER = "setpgrp(0, 0); print \"$$ $$\\n\"; sleep 120;";

    /** Leaves a child in a group of its own, without its leader. */
    private static final String LEADERLESS =
            "setpgrp(0, 0); my $child = fork; if ($child) { print \"$$ $child\\n\"; exit 0; } sleep 120;";

    /** The same, but its parent, outside the group, never waits for the leader: it stays a zombie. */
    private static final String LED_BY_A_ZOMBIE = "if (fork) { sleep 120; exit 0; }" + LEADERLESS;

    @TempDir
    Path folder;

    @ParameterizedTest
    @RequiresProgram(value = "ps", remedy = "apt-get install procps")
    @ValueSource(strings = {LEADER, LEADERLESS, LED_BY_A_ZOMBIE})
    void theLockOfAKilledHolderWaitsForItsGroup(String script) throws Exception {
        try (Group group = new Group(script);
                JavaProcess ann = Worker.start(folder, group.id);
                JavaProcess bob = Worker.start(folder)) {
            Worker.ask(ann, "lock a");
            ann.kill();
            assertThat(Worker.ask(bob, "try a")).isEqualTo("busy a " + ann.pid());
            assertThat(Worker.ask(bob, "wait a 300")).startsWith("busy a");
            assertShown(ann.pid());
            bob.writeLine("lock a");
            group.end();
            bob.awaitLine(line -> line.startsWith("locked a"), AT_ONCE);
        }
    }

    /** Whoever guards it may see what this process cannot. */
    @Test
    void theLockOfAKilledHolderWaitsForTheGuardOfItsGroup() throws Exception {
        try (Group group = new Group(LEADER);
                JavaProcess guard = Worker.start(folder);
                JavaProcess ann = Worker.start(folder, group.id);
                JavaProcess bob = Worker.start(folder)) {
            assertThat(Worker.ask(guard, "guard " + group.id)).isEqualTo("guarding");
            Worker.ask(ann, "lock a");
            ann.kill();
            ProcessGroup recorded = ProcessGroup.of(group.id);
            group.end();
            Await.until("the group's end", AT_ONCE, () -> !recorded.isSeen());
            assertThat(Worker.ask(bob, "wait a 300")).startsWith("busy a");
            assertShown(ann.pid());
            bob.writeLine("lock a");
            guard.kill();
            bob.awaitLine(line -> line.startsWith("locked a"), AT_ONCE);
        }
    }

    @Test
    void theHolderIsToldThatItsFolderWasMovedThoughItsGroupLives() throws Exception {
        Path locks = folder.resolve("locks");
        try (Group group = new Group(LEADER);
                LockClient here = LockClient.connect(
                        "file:" + locks,
                        ClientOptions.defaults()
                                .withLease(Duration.ofMillis(300))
                                .withProcess(new HolderProcess(0, group.id)))) {
            Lease lease = here.lock("a").acquire();
            Files.move(locks, folder.resolve("moved"));
            Await.until("the loss", AT_ONCE, () -> !lease.isHeld());
        }
    }

    /** As a program may do whose main function ends its own thread. */
    @Test
    void aProcessWhoseFirstThreadHasEndedLives() throws Exception {
        Integer endOfThread = Map.of("amd64", 60, "aarch64", 93).get(System.getProperty("os.arch"));
        assumeTrue(
                endOfThread != null && Files.exists(Path.of("/proc/self/stat")), "only on Linux, on known processors");
        String script = "use threads; setpgrp(0, 0); threads->create(sub { sleep 120 }); print \"$$ $$\\n\"; syscall("
                + endOfThread + ", 0)";
        try (Group group = new Group(script)) {
            Path stat = Path.of("/proc", Long.toString(group.id), "stat");
            Await.until(
                    "the end of its first thread",
                    AT_ONCE,
                    () -> Files.readString(stat).contains(") Z "));
            assertThat(ProcessGroup.of(group.id).isSeen()).isTrue();
            group.end();
            Await.until(
                    "the group's end", AT_ONCE, () -> !ProcessGroup.of(group.id).isSeen());
        }
    }

    @Test
    void aLockThatWasLetGoWaitsForNoGroup() throws Exception {
        try (Group group = new Group(LEADER);
                JavaProcess ann = Worker.start(folder, group.id);
                JavaProcess bob = Worker.start(folder)) {
            Worker.ask(ann, "lock a");
            Worker.ask(ann, "unlock a");
            assertThat(Worker.ask(bob, "try a")).startsWith("locked a");
        }
    }

    @Test
    void aGroupThatIsGoneIsWaitedForByNobody() throws Exception {
        try (Group group = new Group(LEADER);
                JavaProcess ann = Worker.start(folder, group.id);
                JavaProcess bob = Worker.start(folder)) {
            Worker.ask(ann, "lock a");
            group.end();
            Await.until(
                    "the group's end", AT_ONCE, () -> !ProcessGroup.of(group.id).isSeen());
            ann.kill();
            assertThat(Worker.ask(bob, "try a")).startsWith("locked a");
        }
    }

    @ParameterizedTest
    @RequiresProgram(value = "ps", remedy = "apt-get install procps")
    @ValueSource(strings = {LEADERLESS, LED_BY_A_ZOMBIE})
    void aGroupIsAliveUntilItsLastProcessEnds(String script) throws Exception {
        try (Group group = new Group(script)) {
            ProcessGroup living = ProcessGroup.of(group.id);
            assertThat(living.isSeen()).isTrue();
            assertThat(ProcessTable.psHasGroup(group.id, ProcessTable.PS)).isTrue();
            group.end();
            Await.until("the group's end", AT_ONCE, () -> !living.isSeen());
            assertThat(ProcessTable.psHasGroup(group.id, ProcessTable.PS)).isFalse();
        }
    }

    @Test
    void aNumberThatWasGivenAgainIsAnotherGroup() throws Exception {
        try (Group group = new Group(LEADER)) {
            ProcessGroup current = ProcessGroup.of(group.id);
            assertThat(current.isSeen()).isTrue();
            if (current.leaderStart() > 0) {
                ProcessGroup former = new ProcessGroup(group.id, current.leaderStart() - 1, current.realm(), false);
                assertThat(former.isSeen()).isFalse();
            }
            ProcessGroup beforeTheLastRestart = new ProcessGroup(group.id, 0, "another machine's start", false);
            assertThat(beforeTheLastRestart.isSeen()).isFalse();
        }
    }

    /** Such as containers that share the folder. What they read in /proc may be about another namespace. */
    @Test
    void groupsOfTwoPidNamespacesAreGuardedByTwoBytes() throws Exception {
        List<String> elsewhere = List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child");
        assumeTrue(succeeds(elsewhere), "this user may not make PID namespaces");
        try (Elsewhere one = new Elsewhere(elsewhere);
                Elsewhere other = new Elsewhere(elsewhere)) {
            assertThat(one.place).isNotEqualTo(other.place).doesNotContain("null");
        }
    }

    private static boolean succeeds(List<String> prefix) throws Exception {
        List<String> line = new ArrayList<>(prefix);
        line.add("true");
        try {
            return new ProcessBuilder(line).start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** A JVM in a namespace of its own, which says where it would guard a group, and waits. */
    static final class Elsewhere implements AutoCloseable {

        private final Process process;
        private final String place;

        Elsewhere(List<String> prefix) throws IOException {
            List<String> line = new ArrayList<>(prefix);
            line.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Elsewhere.class.getName()));
            process = new ProcessBuilder(line).start();
            place = process.inputReader().readLine();
        }

        public static void main(String[] none) throws IOException {
            System.out.println(ProcessGroup.of(21).place());
            int unused = System.in.read();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    @Test
    void noGroupIsNeverAlive() {
        assertThat(ProcessGroup.of(0).isSeen()).isFalse();
    }

    private void assertShown(long pid) throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder);
                Lease other = here.lock("b").acquire()) {
            assertThat(other.isHeld()).isTrue();
            assertThat(here.catalogue().orElseThrow().inspect("a").orElseThrow().holder())
                    .hasValueSatisfying(holder -> assertThat(holder.pid()).isEqualTo(pid));
            assertThat(here.catalogue().orElseThrow().list("", 10)).hasSize(2);
        }
    }

    /** A real process group with one process in it, which ends when it is closed. */
    private static final class Group implements AutoCloseable {

        private final Process started;
        private final ProcessHandle member;
        private final long id;

        Group(String script) throws IOException {
            started = new ProcessBuilder("perl", "-e", "$| = 1; " + script).start();
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
            String[] ids = output.readLine().split(" ", -1);
            id = Long.parseLong(ids[0]);
            member = ProcessHandle.of(Long.parseLong(ids[1])).orElseThrow();
            if (member.pid() != id) {
                Await.until("the leader's end", AT_ONCE, () -> hasEnded(id));
            }
        }

        private static boolean hasEnded(long pid) throws IOException {
            Process ps = new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid)).start();
            String state = ps.inputReader().readLine();
            return state == null || state.startsWith("Z");
        }

        void end() throws IOException {
            // Java counts a process as ended when its first thread has.
            new ProcessBuilder("perl", "-e", "kill KILL => $ARGV[0]", Long.toString(member.pid())).start();
        }

        @Override
        public void close() throws IOException {
            end();
            started.destroyForcibly().onExit().join();
        }
    }
}
