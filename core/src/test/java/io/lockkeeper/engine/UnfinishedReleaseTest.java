package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.store.Environment;
import io.lockkeeper.time.SystemTicker;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A release that fails half-way, for lack of memory say, keeps nobody from the lock, nor waiting for its end. */
class UnfinishedReleaseTest {

    private static final long PATIENCE_SECONDS = 30;

    private final FreeStore store = new FreeStore();
    private final SystemTimer timer = new SystemTimer();
    private final Callbacks callbacks = new Callbacks();
    private final ThreadLocal<Integer> looksUntilNoClock = ThreadLocal.withInitial(() -> 0);
    private final EngineClient client = new EngineClient(
            new Context(
                    store,
                    ClientOptions.defaults().withLease(Duration.ofSeconds(1)),
                    new Environment(this::nanos, timer, new Random(1), callbacks)),
            timer::stop);
    private final DistributedLock lock = client.lock("a", LockOptions.defaults());

    private long nanos() {
        int left = looksUntilNoClock.get();
        looksUntilNoClock.set(left - 1);
        if (left == 1) {
            throw new OutOfMemoryError("No memory, at the clock.");
        }
        return SystemTicker.shared().nanos();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void theNextInLineGetsTheLock() throws Exception {
        for (int looks = 1; looks <= 3; looks++) {
            Lease lease = lock.acquire();
            CompletableFuture<Lease> next = lock.acquireAsync();
            fail(lease, looks);
            next.get(PATIENCE_SECONDS, TimeUnit.SECONDS).close();
            assertThat(lease.isHeld()).isFalse();
            assertThat(store.held()).isZero();
        }
    }

    @Test
    void theLockComesFree() throws Exception {
        for (int looks = 1; looks <= 2; looks++) {
            fail(lock.acquire(), looks);
            lock.acquireAsync().get(PATIENCE_SECONDS, TimeUnit.SECONDS).close();
            assertThat(store.held()).isZero();
        }
    }

    @Test
    void whoClosesAgainIsAnswered() throws Exception {
        for (int looks = 1; looks <= 2; looks++) {
            Lease lease = lock.acquire();
            fail(lease, looks);
            assertThatThrownBy(() -> lease.closeAsync().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isNotInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void whoFailedToCloseIsNotInterrupted() throws Exception {
        Lease lease = client.lock("a", LockOptions.defaults().withInterruptOnLoss(true))
                .acquire();
        fail(lease, 2);
        lock.acquireAsync().get(PATIENCE_SECONDS, TimeUnit.SECONDS).close();
        assertThat(Thread.interrupted()).isFalse();
    }

    private void fail(Lease lease, int looks) {
        looksUntilNoClock.set(looks);
        assertThatThrownBy(lease::close).isInstanceOf(OutOfMemoryError.class);
        assertThat(looksUntilNoClock.get()).as("the clock failed").isLessThan(1);
    }
}
