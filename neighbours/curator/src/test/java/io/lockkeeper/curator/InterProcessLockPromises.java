package io.lockkeeper.curator;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.Locker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What Curator expects of every lock between processes, on one store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InterProcessLockPromises {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int THREADS = 6;
    private static final int EACH = 30;

    LockClient client;
    LockClient elsewhere;
    private int counter;

    abstract LockClient open();

    LockClient openElsewhere() {
        return open();
    }

    @BeforeAll
    void connect() {
        client = open();
        elsewhere = openElsewhere();
    }

    @AfterAll
    void disconnect() {
        client.close();
        elsewhere.close();
        stop();
    }

    /** Stops the server, if there is one. */
    void stop() {}

    static String path() {
        return "/locks/" + UUID.randomUUID();
    }

    boolean isFree(String path) throws Exception {
        InterProcessLock mutex = new LockkeeperMutex(elsewhere, path);
        boolean acquired = mutex.acquire(0, SECONDS);
        if (acquired) {
            mutex.release();
        }
        return acquired;
    }

    static <T> T onAnotherThread(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        new Thread(future).start();
        return future.get(30, SECONDS);
    }

    @Test
    void aMutexIsReentrantAndFreeAfterItsLastRelease() throws Exception {
        String path = path();
        LockkeeperMutex mutex = new LockkeeperMutex(client, path);
        mutex.acquire();
        assertThat(mutex.acquire(1, SECONDS)).isTrue();
        assertThat(mutex.isOwnedByCurrentThread()).isTrue();
        assertThat(onAnotherThread(mutex::isOwnedByCurrentThread)).isFalse();

        mutex.release();
        assertThat(mutex.isAcquiredInThisProcess()).isTrue();
        assertThat(isFree(path)).isFalse();
        mutex.release();

        assertThat(mutex.isAcquiredInThisProcess()).isFalse();
        assertThat(mutex.currentLease()).isEmpty();
        assertThat(isFree(path)).isTrue();
    }

    @Test
    void aWaitThatIsTooShortReturnsFalse() throws Exception {
        String path = path();
        LockkeeperMutex holder = new LockkeeperMutex(elsewhere, path);
        holder.acquire();
        LockkeeperMutex mutex = new LockkeeperMutex(client, path);

        assertThat(mutex.acquire(100, MILLISECONDS)).isFalse();
        assertThat(mutex.acquire(0, SECONDS)).isFalse();
        assertThat(mutex.acquire(-1, SECONDS)).isFalse();
        assertThat(mutex.isAcquiredInThisProcess()).isFalse();

        holder.release();
        assertThat(mutex.acquire(30, SECONDS)).isTrue();
        mutex.release();
    }

    @Test
    void twoMutexesOfOneThreadExcludeEachOther() throws Exception {
        String path = path();
        LockkeeperMutex first = new LockkeeperMutex(client, path);
        LockkeeperMutex second = new LockkeeperMutex(client, path);
        first.acquire();

        assertThat(second.acquire(0, SECONDS)).isFalse();
        assertThat(second.isAcquiredInThisProcess()).isFalse();
        first.release();
    }

    @Test
    void onlyTheOwningThreadReleases() throws Exception {
        String path = path();
        LockkeeperMutex mutex = new LockkeeperMutex(client, path);
        assertThatThrownBy(mutex::release)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessage("You do not own the lock: " + path);
        mutex.acquire();

        assertThat(onAnotherThread(() -> {
                    assertThatThrownBy(mutex::release).isInstanceOf(IllegalMonitorStateException.class);
                    return mutex.isAcquiredInThisProcess();
                }))
                .isTrue();

        mutex.release();
        assertThatThrownBy(mutex::release).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    @SuppressWarnings("try") // Curator's way to lock for a block.
    void threadsOfTwoProcessesCountOneAtATime() throws Exception {
        String path = path();
        LockkeeperMutex shared = new LockkeeperMutex(client, path);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> ends = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            InterProcessLock mutex = number % 2 == 0 ? shared : new LockkeeperMutex(elsewhere, path);
            ends.add(threads.submit(() -> {
                for (int done = 0; done < EACH; done++) {
                    try (Locker ignored = new Locker(mutex)) {
                        int read = counter;
                        Thread.onSpinWait();
                        counter = read + 1;
                    }
                }
                return null;
            }));
        }
        for (Future<?> end : ends) {
            end.get(60, SECONDS);
        }
        threads.shutdown();

        assertThat(counter).isEqualTo(THREADS * EACH);
    }

    @Test
    void anInterruptEndsTheWaitAndTheThreadStaysInterrupted() throws Exception {
        String path = path();
        LockkeeperMutex holder = new LockkeeperMutex(elsewhere, path);
        holder.acquire();
        CountDownLatch begun = new CountDownLatch(1);
        FutureTask<Boolean> waiting = new FutureTask<>(() -> {
            begun.countDown();
            assertThatThrownBy(new LockkeeperMutex(client, path)::acquire).isInstanceOf(InterruptedException.class);
            return Thread.currentThread().isInterrupted();
        });
        Thread waiter = new Thread(waiting);
        waiter.start();
        begun.await();
        waiter.interrupt();

        assertThat(waiting.get(30, SECONDS)).isTrue();
        holder.release();
        assertThat(isFree(path)).isTrue();
    }

    @Test
    void anInterruptedThreadReleasesAndStaysInterrupted() throws Exception {
        String path = path();
        LockkeeperMutex mutex = new LockkeeperMutex(client, path);
        mutex.acquire();

        Thread.currentThread().interrupt();
        mutex.release();
        assertThatThrownBy(() -> mutex.acquire(1, SECONDS)).isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(isFree(path)).isTrue();
    }

    @Test
    void aLossIsSeenByItsHolderAndReleasedInSilence() throws Exception {
        String path = path();
        LockkeeperMutex mutex = briefly(path);
        mutex.acquire();
        Await.until("the lease is over", PATIENCE, () -> isFree(path));

        assertThat(mutex.isAcquiredInThisProcess()).isFalse();
        assertThat(mutex.isOwnedByCurrentThread()).isFalse();
        assertThatThrownBy(mutex.currentLease().orElseThrow()::ensureHeld).isInstanceOf(LeaseLostException.class);
        assertThatCode(mutex::release).doesNotThrowAnyException();
        assertThatThrownBy(mutex::release).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void aThreadThatHasLostTheLockDoesNotReenterButAcquiresItAnew() throws Exception {
        String path = path();
        LockkeeperMutex mutex = briefly(path);
        mutex.acquire();
        long lost = mutex.currentLease().orElseThrow().token();
        LockkeeperMutex next = new LockkeeperMutex(elsewhere, path);
        assertThat(next.acquire(30, SECONDS)).isTrue();

        assertThat(mutex.acquire(50, MILLISECONDS)).isFalse();
        next.release();
        assertThat(mutex.acquire(30, SECONDS)).isTrue();

        assertThat(mutex.currentLease().orElseThrow().token()).isGreaterThan(lost);
        mutex.release();
        mutex.release();
        assertThatThrownBy(mutex::release).isInstanceOf(IllegalMonitorStateException.class);
    }

    LockkeeperMutex briefly(String path) {
        return new LockkeeperMutex(client, path, LockOptions.defaults().withFixedLease(Duration.ofMillis(500)));
    }

    @Test
    void severalMutexesAreAcquiredTogetherByCuratorsOwnLock() throws Exception {
        String first = path();
        String second = path();
        InterProcessMultiLock both = new InterProcessMultiLock(
                List.of(new LockkeeperMutex(client, first), new LockkeeperMutex(client, second)));

        both.acquire();
        assertThat(both.isAcquiredInThisProcess()).isTrue();
        assertThat(isFree(first)).isFalse();
        assertThat(isFree(second)).isFalse();
        both.release();
        assertThat(isFree(first)).isTrue();
        assertThat(isFree(second)).isTrue();
    }

    @Test
    void namesAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LockkeeperMutex(client, ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new LockkeeperMutex(client, "/a\n"));
    }
}
