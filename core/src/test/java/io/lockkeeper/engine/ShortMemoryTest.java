package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LeaderWork;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.Term;
import io.lockkeeper.store.Environment;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.time.SystemTicker;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No lock is held for nobody because memory, or a thread, was short at one moment. */
class ShortMemoryTest {

    private static final long PATIENCE_SECONDS = 30;

    private final FreeStore store = new FreeStore();
    private final SystemTimer timer = new SystemTimer();
    private final Callbacks callbacks = new Callbacks();
    private final AtomicInteger threads = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicBoolean noTimer = new AtomicBoolean();
    private final AtomicBoolean noTimerEither = new AtomicBoolean();
    private final Semaphore refusals = new Semaphore(0);
    private final ThreadLocal<Boolean> noClock = ThreadLocal.withInitial(() -> false);
    private final ThreadLocal<Boolean> noClockForTwo = ThreadLocal.withInitial(() -> false);
    private final BlockingQueue<Term> terms = new LinkedBlockingQueue<>();
    private final EngineClient client = new EngineClient(
            new Context(
                    store,
                    ClientOptions.defaults().withLease(Duration.ofSeconds(1)),
                    new Environment(this::nanos, this::schedule, new Random(1), this::execute)),
            timer::stop);

    private long nanos() {
        if (noClock.get() || (noClockForTwo.get() && store.held() == 2)) {
            throw new OutOfMemoryError("No memory, at the clock.");
        }
        return SystemTicker.shared().nanos();
    }

    private Timer.Scheduled schedule(long delay, Runnable task) {
        if (noTimer.get()) {
            refusals.release();
            throw new OutOfMemoryError("No memory, at the timer.");
        }
        return timer.schedule(delay, task);
    }

    private void execute(Runnable callback) {
        if (threads.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            noTimer.set(noTimerEither.get());
            throw new OutOfMemoryError("unable to create native thread");
        }
        callbacks.execute(callback);
    }

    private Candidate stand(LeaderWork work) {
        Campaign campaign = new Campaign(client, "a", LockOptions.defaults().withUnboundedWait(), work, Thread::new);
        Candidate candidate = new Candidate(campaign, () -> {});
        candidate.stand();
        return candidate;
    }

    private void awaitTerm() throws InterruptedException {
        assertThat(terms.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("it leads")
                .isNotNull();
    }

    @AfterEach
    void close() {
        noTimer.set(false);
        threads.set(Integer.MAX_VALUE);
        client.close();
    }

    @Test
    void aGrantForWhoseFutureThereIsNoThreadIsGivenBack() {
        threads.set(0);
        CompletableFuture<Lease> asked =
                client.lock("a", LockOptions.defaults()).acquireAsync();
        assertThatThrownBy(() -> asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(OutOfMemoryError.class);
        assertThat(store.held()).isZero();
    }

    @Test
    void aReleaseForWhoseFutureThereIsNoThreadIsTold() throws Exception {
        Lease lease = client.lock("a", LockOptions.defaults()).acquireAsync().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        CompletableFuture<Void> answer = store.delayRelease();
        CompletableFuture<Void> closed = lease.closeAsync();
        threads.set(0);
        answer.complete(null);
        assertThat(closed).succeedsWithin(Duration.ofSeconds(PATIENCE_SECONDS));
    }

    @Test
    void severalGrantsForWhoseFutureThereIsNoThreadAreGivenBack() {
        threads.set(2); // One for each lock, and none for both.
        CompletableFuture<MultiLease> asked =
                client.all(List.of("a", "b"), LockOptions.defaults()).acquireAsync();
        assertThatThrownBy(() -> asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
        assertThat(store.held()).isZero();
    }

    @Test
    void severalGrantsAreGivenBackThoughThereIsNoTimerForIt() {
        noTimerEither.set(true);
        threads.set(1); // For the first.
        CompletableFuture<MultiLease> asked =
                client.all(List.of("a", "b"), LockOptions.defaults()).acquireAsync();
        assertThatThrownBy(() -> asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
        assertThat(store.held()).isZero();
    }

    @Test
    void severalGrantsThatCannotBeMadeOneAreGivenBack() throws Exception {
        noClockForTwo.set(true);
        Throwable failure = catchThrowable(client.all(List.of("a", "b"), LockOptions.defaults())::acquire);
        noClockForTwo.set(false);
        assertThat(failure).isInstanceOf(OutOfMemoryError.class);
        awaitNothingHeld();
    }

    @Test
    void severalLeasesWhoseReleaseFailsAreGivenBack() throws Exception {
        MultiLease lease = client.all(List.of("a", "b"), LockOptions.defaults()).acquire();
        noClock.set(true);
        Throwable failure = catchThrowable(lease::close);
        noClock.set(false);
        assertThat(failure).isNotNull();
        awaitNothingHeld();
    }

    /** On a slow machine the lease may be over by then: that is told. */
    @Test
    void leasesAreLookedAfterAgainWhenThereIsATimer() throws Exception {
        BlockingQueue<LeaseLoss> told = new LinkedBlockingQueue<>();
        Lease lease =
                client.lock("a", LockOptions.defaults().withOnLost(told::add)).acquire();
        noTimer.set(true);
        refusals.acquire(2); // Of a renewal, and of the next tick.
        noTimer.set(false);
        int before = store.renewals();
        awaitTrue(() -> store.renewals() > before + 1 || !told.isEmpty());
        assertThat(lease.closeAsync()).isNotNull();
    }

    @Test
    void aWatchThatCannotPauseGoesOnWhenItCan() throws Exception {
        Semaphore questions = new Semaphore(0);
        Inspection inspection = name -> {
            questions.release();
            return CompletableFuture.completedFuture(Optional.empty());
        };
        LeaderPoll watch = new LeaderPoll(client.context(), inspection, "a", leader -> {}, closed -> {});
        watch.start();
        questions.acquire();
        noTimer.set(true);
        refusals.acquire();
        questions.drainPermits();
        noTimer.set(false);
        assertThat(questions.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        watch.close();
    }

    private void awaitNothingHeld() throws InterruptedException {
        awaitTrue(() -> store.held() == 0);
    }

    private static void awaitTrue(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(10);
        }
    }

    @Test
    void aLossForWhichThereIsNoThreadIsTold() throws Exception {
        BlockingQueue<LeaseLoss> told = new LinkedBlockingQueue<>();
        Lease lease = client.lock("a", LockOptions.defaults().withOnLost(told::add))
                .acquireAsync()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        threads.set(0);
        client.push().lost("a", NamedGrant.of(lease.id()).claim(), LeaseLoss.Reason.REVOKED);
        assertThat(told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aLeaderWhoseLockCannotBeReleasedLeadsAgain() throws InterruptedException {
        leadsAgainAfter(() -> {});
    }

    @Test
    void aLeaderThatFailsAndWhoseLockCannotBeReleasedLeadsAgain() throws InterruptedException {
        leadsAgainAfter(() -> {
            throw new IllegalStateException("The work fails.");
        });
    }

    private void leadsAgainAfter(Runnable end) throws InterruptedException {
        AtomicBoolean first = new AtomicBoolean(true);
        Candidate candidate = stand(term -> {
            terms.add(term);
            if (first.getAndSet(false)) {
                noClock.set(true); // For this thread, so for its release.
                end.run();
                return;
            }
            new CountDownLatch(1).await();
        });
        awaitTerm();
        awaitTerm();
        candidate.close();
        assertThat(store.held()).isZero();
    }

    @Test
    void aCandidateThatCannotPauseStandsAgainWhenItCan() throws InterruptedException {
        AtomicBoolean first = new AtomicBoolean(true);
        Candidate candidate = stand(term -> {
            terms.add(term);
            if (first.getAndSet(false)) {
                threads.set(0);
                noTimer.set(true);
                return;
            }
            new CountDownLatch(1).await();
        });
        awaitTerm();
        refusals.acquire();
        noTimer.set(false);
        awaitTerm();
        candidate.close();
        assertThat(store.held()).isZero();
    }

    @Test
    void aWaitForATimerEndsWhenTheCandidateIsClosed() throws InterruptedException {
        BlockingQueue<Thread> workers = new LinkedBlockingQueue<>();
        Candidate candidate = stand(term -> {
            workers.add(Thread.currentThread());
            threads.set(0);
            noTimer.set(true);
        });
        Thread worker = workers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(worker).isNotNull();
        refusals.acquire();
        candidate.close();
        worker.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(worker.isAlive()).isFalse();
    }
}
