package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whoever waits for long sleeps in the kernel, and is woken whatever becomes of the others. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "waits look again and again there")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KernelWaitsTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int ROUNDS = 60;

    @TempDir
    Path temporary;

    @BeforeAll
    static void asInAJvmOfItsOwn() {
        KernelWaits.allowed = true;
    }

    @AfterAll
    static void asInAnyOther() {
        KernelWaits.allowed = false;
    }

    @Test
    void aWaitSleepsInTheKernelUntilTheLockIsFree() {
        try (LockClient client = client();
                JavaProcess holder = holderOf("a")) {
            CompletableFuture<Lease> wait = acquired(client, "a");
            awaitSleepers(1);
            Worker.ask(holder, "unlock a");
            wait.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join().close();
        }
    }

    /** The kernel does not let go of the thread before the lock is free, and until then this process cannot lock its byte. */
    @Test
    void aLockIsFoundFreeThoughAnEarlierWaitWasGivenUp() throws InterruptedException {
        try (LockClient client = client();
                JavaProcess holder = holderOf("a")) {
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(client.lock("a", LockOptions.defaults().withMaxWait(Duration.ofMillis(20)))
                                .tryAcquire())
                        .isEmpty();
                Worker.ask(holder, "unlock a");
                Optional<Lease> free = client.lock("a").tryAcquire();
                assertThat(free).as("round " + round).isPresent();
                free.get().close();
                Worker.ask(holder, "lock a");
            }
        }
    }

    /** While it is next in line. */
    @Test
    void aStoppedWaiterKeepsNobodyWaiting() {
        try (LockClient client = client();
                JavaProcess holder = holderOf("a");
                JavaProcess stopped = Worker.start(folder())) {
            stopped.writeLine("wait a 50000");
            Await.until(
                    "it is next in line",
                    SOON,
                    () -> OpenFolder.ask(
                            folder(),
                            open -> open.lockFiles()
                                    .of(LockName.of("a"))
                                    .isLocked(LockName.of("a").offsetOfNext())));
            stopped.pause();
            CompletableFuture<Lease> wait = acquired(client, "a");
            awaitSleepers(1);
            Worker.ask(holder, "unlock a");
            wait.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join().close();
            stopped.resume();
            assertThat(stopped.awaitLine(line -> true, SOON)).startsWith("locked a");
        }
    }

    /** The kernel takes that for a deadlock of two processes, and refuses one of the waits. */
    @Test
    void twoThatWaitForOneAnotherAreServed() {
        try (LockClient client = client();
                JavaProcess other = holderOf("a")) {
            Lease own = acquired(client, "b").join();
            CompletableFuture<Lease> wait = acquired(client, "a");
            awaitSleepers(1);
            other.writeLine("wait b 50000");
            own.close();
            assertThat(other.awaitLine(line -> true, SOON)).startsWith("locked b");
            Worker.ask(other, "unlock a");
            wait.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join().close();
        }
    }

    private Path folder() {
        return temporary.resolve("locks");
    }

    private LockClient client() {
        return LockClient.connect("file:" + folder());
    }

    private JavaProcess holderOf(String name) {
        JavaProcess holder = Worker.start(folder());
        assertThat(Worker.ask(holder, "lock " + name)).startsWith("locked");
        return holder;
    }

    private static CompletableFuture<Lease> acquired(LockClient client, String name) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return client.lock(name).acquire();
            } catch (InterruptedException interrupted) {
                throw new CompletionException(interrupted);
            }
        });
    }

    private static void awaitSleepers(int count) {
        Await.until("threads that wait in the kernel", SOON, () -> sleepers().size() >= count);
    }

    private static List<Thread> sleepers() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().equals("lockkeeper-file-wait"))
                .filter(entry -> List.of(entry.getValue()).stream()
                        .anyMatch(frame -> frame.getMethodName().equals("lock0")))
                .map(entry -> entry.getKey())
                .toList();
    }
}
