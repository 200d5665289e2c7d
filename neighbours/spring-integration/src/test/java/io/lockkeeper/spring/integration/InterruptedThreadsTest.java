package io.lockkeeper.spring.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interrupts end the waits that may be interrupted, and no others; no thread forgets that it was interrupted. */
@SuppressWarnings("LockNotBeforeTry") // A lock that a failed test leaves held ends with its client.
class InterruptedThreadsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LockClient client = LockClient.connect("memory:interrupts");
    private final LockkeeperLockRegistry registry = new LockkeeperLockRegistry(client);
    private final Lock lock = registry.obtain("interrupted");

    @AfterEach
    void close() {
        Thread.interrupted();
        client.close();
    }

    /** Starts a task on a thread of its own that waits for the lock, and interrupts it once it waits. */
    private Future<Boolean> interrupted(Attempt attempt) {
        CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                attempt.run();
            } catch (InterruptedException expected) {
                outcome.complete(Thread.currentThread().isInterrupted());
            } catch (Throwable unexpected) {
                outcome.completeExceptionally(unexpected);
            } finally {
                outcome.complete(false);
            }
        });
        waiter.start();
        Await.until("it waits", PATIENCE, () -> switch (waiter.getState()) {
            case WAITING, TIMED_WAITING, TERMINATED -> true;
            default -> false;
        });
        waiter.interrupt();
        return outcome;
    }

    @FunctionalInterface
    private interface Attempt {
        void run() throws InterruptedException;
    }

    @Test
    void anInterruptEndsTheWaitsThatMayBeInterrupted() throws Exception {
        lock.lock();

        assertThat(interrupted(lock::lockInterruptibly).get(30, SECONDS)).isTrue();
        assertThat(interrupted(() -> lock.tryLock(60, SECONDS)).get(30, SECONDS))
                .isTrue();
        assertThat(interrupted(() ->
                                registry.obtain("interrupted").tryLock(Duration.ofSeconds(60), Duration.ofSeconds(60)))
                        .get(30, SECONDS))
                .isTrue();

        lock.unlock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void anInterruptedThreadIsRefusedByThemEvenIfTheLockIsFree() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> lock.tryLock(1, SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();

        lock.lock();
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        lock.unlock();
    }

    @Test
    void anInterruptedThreadLocksAndUnlocksAndStaysInterrupted() {
        Thread.currentThread().interrupt();

        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        lock.unlock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aThreadThatIsInterruptedInLockKeepsItsPlaceAndStaysInterrupted() throws Exception {
        lock.lock();
        FutureTask<Boolean> first = new FutureTask<>(() -> {
            lock.lock();
            return Thread.currentThread().isInterrupted();
        });
        Thread thread = new Thread(first);
        thread.start();
        Await.until("the first waits", PATIENCE, () -> client.waiting() == 1);
        CompletableFuture<Lease> second = client.lock("interrupted").acquireAsync();
        Await.until("it is parked", PATIENCE, () -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
        Await.until(
                "it waits on",
                PATIENCE,
                () -> !thread.isInterrupted() && thread.getState() == Thread.State.WAITING && client.waiting() == 2);
        assertThat(first.isDone()).isFalse();

        lock.unlock();

        assertThat(first.get(30, SECONDS)).isTrue();
        assertThat(second).as("the next in line").isNotDone();
    }
}
