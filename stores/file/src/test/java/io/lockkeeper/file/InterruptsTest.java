package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.JavaProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that are interrupted while they lock and unlock harm no lock, their own or another's. */
class InterruptsTest {

    private static final int ROUNDS = 300;

    @TempDir
    Path folder;

    @Test
    void interruptedCallersDoNoHarm() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger violations = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        AtomicInteger acquired = new AtomicInteger();
        try (LockClient one = LockClient.connect("file:" + folder);
                LockClient two = LockClient.connect("file:" + folder);
                JavaProcess other = Worker.start(folder);
                Lease canary = one.lock("canary").acquire()) {
            List<Thread> threads = new ArrayList<>();
            CountDownLatch done = new CountDownLatch(6);
            for (int index = 0; index < 6; index++) {
                LockClient locks = index % 2 == 0 ? one : two;
                Thread thread = new Thread(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        try (Lease lease = locks.lock("contested").acquire()) {
                            violations.addAndGet(inside.getAndIncrement());
                            acquired.addAndGet(lease.isHeld() ? 1 : 0);
                            inside.decrementAndGet();
                        } catch (InterruptedException asked) {
                            interrupted.incrementAndGet();
                        }
                    }
                    done.countDown();
                });
                threads.add(thread);
                thread.start();
            }
            while (!done.await(100, TimeUnit.MICROSECONDS)) {
                threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            }
            assertThat(violations).hasValue(0);
            assertThat(acquired.get()).isPositive();
            assertThat(interrupted.get()).isPositive();
            assertThat(canary.isHeld()).isTrue();
            assertThat(Worker.ask(other, "try canary")).startsWith("busy canary");
            assertThat(Worker.ask(other, "try contested")).startsWith("locked contested");
        }
    }
}
