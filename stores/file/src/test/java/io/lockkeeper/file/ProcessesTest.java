package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockStatus;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes exclude each other, and the kernel frees the locks of those that end. */
class ProcessesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    private static final int MANY = 2_000;

    @TempDir
    Path temporary;

    @Test
    void twoProcessesExcludeEachOther() {
        try (JavaProcess ann = Worker.start(folder());
                JavaProcess bob = Worker.start(folder())) {
            assertThat(Worker.ask(ann, "lock a")).startsWith("locked a");
            assertThat(Worker.ask(bob, "try a")).isEqualTo("busy a " + ann.pid());
            assertThat(Worker.ask(bob, "lock b")).startsWith("locked b");
            bob.writeLine("lock a");
            assertThat(Worker.ask(ann, "unlock a")).isEqualTo("unlocked a");
            bob.awaitLine(line -> line.startsWith("locked a"), AT_ONCE);
            assertThat(Worker.ask(ann, "try a")).isEqualTo("busy a " + bob.pid());
        }
    }

    @Test
    void aKilledProcessFreesItsLocksAtOnce() throws InterruptedException {
        try (JavaProcess ann = Worker.start(folder());
                LockClient here = open()) {
            assertThat(Worker.ask(ann, "lock a")).startsWith("locked a");
            assertThat(here.lock("a").tryAcquire()).isEmpty();
            assertThat(catalogue(here)).containsExactly("a");
            ann.kill();
            assertThat(catalogue(here)).isEmpty();
            try (Lease lease = here.lock("a").acquire(LockOptions.defaults().withMaxWait(AT_ONCE))) {
                assertThat(lease.isHeld()).isTrue();
            }
        }
    }

    @Test
    void aWaiterIsWokenByTheKillOfTheHolder() {
        try (JavaProcess ann = Worker.start(folder());
                JavaProcess bob = Worker.start(folder())) {
            Worker.ask(ann, "lock a");
            bob.writeLine("lock a");
            assertThat(Worker.ask(ann, "try a")).startsWith("busy a");
            ann.kill();
            bob.awaitLine(line -> line.startsWith("locked a"), AT_ONCE);
        }
    }

    @Test
    void aPausedProcessKeepsItsLocks() {
        try (JavaProcess ann = Worker.start(folder());
                JavaProcess bob = Worker.start(folder())) {
            Worker.ask(ann, "lock a");
            ann.pause();
            assertThat(Worker.ask(bob, "try a")).isEqualTo("busy a " + ann.pid());
            assertThat(Worker.ask(bob, "wait a 500")).startsWith("busy a");
            ann.resume();
            assertThat(Worker.ask(ann, "unlock a")).isEqualTo("unlocked a");
            assertThat(Worker.ask(bob, "lock a")).startsWith("locked a");
        }
    }

    @Test
    void aPausedWaiterHindersNobodyForLong() throws InterruptedException {
        try (JavaProcess ann = Worker.start(folder());
                LockClient here = open()) {
            Lease first = here.lock("a").acquire();
            ann.writeLine("lock a");
            Await.until("the place next in line of the waiter", PATIENCE, () -> isNext("a"));
            ann.pause();
            first.close();
            for (int turn = 0; turn < 20; turn++) {
                here.lock("a")
                        .acquire(LockOptions.defaults().withMaxWait(AT_ONCE))
                        .close();
            }
            ann.resume();
            ann.awaitLine(line -> line.startsWith("locked a"), AT_ONCE);
        }
    }

    @Test
    void aProcessThatLocksAgainAndAgainLetsOthersIn() throws InterruptedException {
        try (JavaProcess busy = Worker.start(folder());
                LockClient here = open()) {
            Path journal = temporary.resolve("journal");
            busy.writeLine("count " + journal);
            Await.until("the first steps", PATIENCE, () -> Journal.steps(journal) > 100);
            for (int turn = 0; turn < 20; turn++) {
                here.lock("counter")
                        .acquire(LockOptions.defaults().withMaxWait(AT_ONCE))
                        .close();
            }
        }
    }

    @Test
    void manyLocksOfOneProcessAreSeenAndFreedTogether() {
        try (JavaProcess ann = Worker.start(folder());
                LockClient here = open()) {
            assertThat(Worker.ask(ann, "many lock- " + MANY)).isEqualTo("locked lock-");
            assertThat(catalogue(here)).hasSize(MANY);
            for (int index = 0; index < MANY; index += 100) {
                assertThat(here.lock("lock-" + index).tryAcquire()).isEmpty();
            }
            ann.kill();
            assertThat(catalogue(here)).isEmpty();
            List<Lease> taken = new ArrayList<>();
            for (int index = 0; index < MANY; index++) {
                taken.add(here.lock("lock-" + index).tryAcquire().orElseThrow());
            }
            assertThat(catalogue(here)).hasSize(MANY);
            taken.forEach(Lease::close);
        }
    }

    @Test
    void manyProcessesCountExactlyThoughSomeAreKilled() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Path journal = temporary.resolve("journal");
        List<JavaProcess> processes = new ArrayList<>();
        try {
            for (int index = 0; index < 4; index++) {
                processes.add(counting(journal));
            }
            for (int kill = 0; kill < 6; kill++) {
                long goal = Journal.steps(journal) + 50 + random.nextInt(200);
                Await.until("step " + goal, PATIENCE, () -> Journal.steps(journal) >= goal);
                processes.add(counting(journal));
                processes.remove(0).close();
            }
        } finally {
            processes.forEach(JavaProcess::close);
        }
        try {
            Journal.verify(journal);
        } catch (AssertionError wrong) {
            throw new AssertionError("with seed " + seed, wrong);
        }
    }

    private JavaProcess counting(Path journal) {
        JavaProcess process = JavaProcess.start(Worker.class, folder().toString(), "0");
        process.writeLine("count " + journal); // Read once it has started: starts take longer than all the counting.
        return process;
    }

    private boolean isNext(String name) {
        LockName place = LockName.of(name);
        return OpenFolder.ask(folder(), folder -> folder.lockFiles().of(place).isLocked(place.offsetOfNext()));
    }

    private static List<String> catalogue(LockClient locks) {
        return locks.catalogue().orElseThrow().list("", 10_000).stream()
                .map(LockStatus::name)
                .toList();
    }

    private LockClient open() {
        return LockClient.connect("file:" + folder());
    }

    private Path folder() {
        return temporary.resolve("locks");
    }
}
