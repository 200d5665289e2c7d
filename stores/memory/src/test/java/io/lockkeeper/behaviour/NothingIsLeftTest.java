package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever came and went leaves no timer, thread, queue entry or memory behind. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class NothingIsLeftTest {

    private static final int MANY = 5_000;

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    private void assertNothingIsLeft() {
        assertThat(Leftovers.names(client)).as("names in the engine").isZero();
        assertThat(world.space().size()).as("names in the store").isZero();
        world.pass(Duration.ofSeconds(30));
        assertThat(world.time().pending()).as("timers").isZero();
        eventually(
                Party.PATIENCE,
                () -> assertThat(Leftovers.threads()).as("threads").isZero());
    }

    @Test
    void byThoseWhoLockAndUnlock() {
        for (int cycle = 0; cycle < MANY; cycle++) {
            DistributedLock lock = client.locks().lock("a" + cycle % 7);
            lock.lock();
            lock.unlock();
            assertThat(world.time().pending()).isLessThanOrEqualTo(1);
        }
        assertThat(client.requests().sent()).as("two requests each").isEqualTo(2 * MANY);
        assertNothingIsLeft();
    }

    @Test
    void byThoseWhoseWaitEnds() {
        Lease held = rival.hold("a");
        LockOptions brief = LockOptions.defaults().withMaxWait(Duration.ofSeconds(1));
        for (int waiter = 0; waiter < MANY; waiter++) {
            CompletableFuture<Lease> waits = client.await("a", brief);
            if (waiter % 10 == 0) {
                world.pass(Duration.ofSeconds(1));
                assertThat(client.locks().held()).isEmpty();
                eventually(Party.PATIENCE, () -> assertThat(waits).isCompletedExceptionally());
            }
        }
        world.pass(Duration.ofSeconds(1));
        held.close();
        assertNothingIsLeft();
    }

    @Test
    void byThoseWhoAreCancelled() {
        Lease held = rival.hold("a");
        int timers = world.time().pending();
        LockOptions patient = LockOptions.defaults().withMaxWait(Duration.ofDays(1));
        for (int waiter = 0; waiter < MANY; waiter++) {
            client.await("a", waiter % 2 == 0 ? patient : LockOptions.defaults())
                    .cancel(false);
            assertThat(world.time().pending()).isEqualTo(timers);
        }
        held.close();
        assertNothingIsLeft();
    }

    @Test
    void byThoseWhoAreInterrupted() throws InterruptedException {
        Lease held = rival.hold("a");
        int timers = world.time().pending();
        DistributedLock lock = client.locks().lock("a", LockOptions.defaults().withMaxWait(Duration.ofDays(1)));
        AtomicInteger interrupted = new AtomicInteger();
        Thread waiter = new Thread(() -> {
            for (int cycle = 0; cycle < MANY; cycle++) {
                try {
                    lock.acquire();
                } catch (InterruptedException expected) {
                    interrupted.incrementAndGet();
                }
            }
        });
        waiter.start();
        while (waiter.isAlive()) {
            if (waiter.getState() == Thread.State.WAITING || waiter.getState() == Thread.State.TIMED_WAITING) {
                waiter.interrupt();
            }
            Thread.onSpinWait();
        }
        waiter.join();
        assertThat(interrupted).hasValue(MANY);
        assertThat(world.time().pending()).isEqualTo(timers);
        held.close();
        assertNothingIsLeft();
    }
}
