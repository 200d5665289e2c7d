package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.BlockingStore;
import io.lockkeeper.faults.Course;
import io.lockkeeper.faults.Courses;
import io.lockkeeper.faults.Request;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who waits for the store anyway, and has the time, does the store's work; for nobody else is it done so. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class BlockingCallsTest {

    private final List<Request> here = new ArrayList<>();
    private final List<Request> elsewhere = new ArrayList<>();
    private boolean pending;
    private boolean broken;
    private final LockClient client = Engine.load()
            .start(
                    new BlockingStore(new MemorySpace(new ManualTime()).connect(), counted(elsewhere), counted(here)),
                    ClientOptions.defaults());
    private final DistributedLock lock = client.lock("a");

    private Courses counted(List<Request> sent) {
        return kind -> new Course() {
            @Override
            public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
                sent.add(kind);
                pending |= Thread.currentThread().isInterrupted();
                if (broken) {
                    throw new StackOverflowError("thrown by a driver");
                }
                return request.get();
            }
        };
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void whoWaitsAnywayDoesTheWork() throws InterruptedException {
        lock.lock();
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        lock.acquire().close();
        lock.tryAcquire().orElseThrow().close();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        Optional<Lease> patient = lock.tryAcquire(LockOptions.defaults().withMaxWait(BlockingStore.LONGEST_CALL));
        patient.orElseThrow().close();
        assertThat(elsewhere).isEmpty();
        assertThat(here).hasSize(12);
    }

    /** A store that is silent must not make it wait for longer. */
    @Test
    void whoHasLittleTimeDoesNot() throws InterruptedException {
        assertThat(lock.tryLock(BlockingStore.LONGEST_CALL.toMillis() - 1, TimeUnit.MILLISECONDS))
                .isTrue();
        assertThat(elsewhere).containsExactly(Request.CLAIM);
        assertThat(here).isEmpty();
        lock.unlock();
    }

    @Test
    void whoDoesNotWaitDoesNot() {
        CompletableFuture<Lease> asked = lock.acquireAsync();
        asked.join().closeAsync().join();
        assertThat(elsewhere).containsExactly(Request.CLAIM, Request.RELEASE);
        assertThat(here).isEmpty();
    }

    /** It would fail, though what is waited for can't be interrupted. */
    @Test
    void noCallMeetsAnInterruptThatIsPendingAndNoneIsLost() {
        Thread.currentThread().interrupt();
        lock.lock();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(pending).isFalse();
        assertThat(here).containsExactly(Request.CLAIM, Request.RELEASE);
    }

    /** Deep in a recursion of the user's, say. */
    @Test
    void anErrorOfADriverLeavesTheLockUsable() {
        broken = true;
        assertThatThrownBy(lock::lock).hasRootCauseInstanceOf(StackOverflowError.class);
        broken = false;
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void aLockThatPassesOnInTheProcessAsksNobody() {
        lock.lock();
        CompletableFuture<Lease> next = lock.acquireAsync();
        lock.unlock();
        next.join().close();
        assertThat(here).containsExactly(Request.CLAIM, Request.RELEASE);
        assertThat(elsewhere).isEmpty();
    }
}
