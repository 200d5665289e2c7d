package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LeaderWork;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Term;
import io.lockkeeper.store.Environment;
import io.lockkeeper.time.SystemTicker;
import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A candidate whose threads come late, or not at all. */
class CandidateTest {

    private static final long PATIENCE_SECONDS = 30;

    private final FreeStore store = new FreeStore();
    private final SystemTimer timer = new SystemTimer();
    private final Callbacks callbacks = new Callbacks();
    private final AtomicBoolean refused = new AtomicBoolean();
    private final BlockingQueue<Term> terms = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private final EngineClient client = client(this::execute);

    private EngineClient client(Executor executor) {
        Environment environment = new Environment(SystemTicker.shared(), timer, new Random(1), executor);
        return new EngineClient(new Context(store, ClientOptions.defaults(), environment), timer::stop);
    }

    private void execute(Runnable callback) {
        if (refused.get()) {
            throw new RejectedExecutionException("No thread can be made.");
        }
        callbacks.execute(callback);
    }

    private Candidate stand(LockOptions options, LeaderWork work, ThreadFactory threads) {
        Candidate candidate =
                new Candidate(new Campaign(client, "a", options.withUnboundedWait(), work, threads), () -> {});
        candidate.stand();
        return candidate;
    }

    private void leadUntilInterrupted(Term term) throws InterruptedException {
        terms.add(term);
        new CountDownLatch(1).await();
    }

    private Term awaitTerm() throws InterruptedException {
        Term term = terms.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (term == null) {
            throw new AssertionError("It does not lead.");
        }
        return term;
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void withoutAThreadTheLockIsReleasedAndAskedForAgain() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        Candidate candidate = stand(LockOptions.defaults(), this::leadUntilInterrupted, work -> {
            if (asked.incrementAndGet() <= 4) {
                assertThat(store.held()).isOne();
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        });
        assertThat(awaitTerm().isCurrent()).isTrue();
        assertThat(asked).hasValue(5);
        candidate.close();
        assertThat(store.held()).isZero();
    }

    @Test
    void callbacksThatAreRefusedKeepNoCandidateFromLeading() throws InterruptedException {
        refused.set(true);
        try (Candidate candidate =
                stand(LockOptions.defaults().withOnLost(loss -> {}), this::leadUntilInterrupted, Thread::new)) {
            Term first = awaitTerm();
            client.push().lost("a", NamedGrant.of(first.lease().id()).claim(), LeaseLoss.Reason.REVOKED);
            Term second = awaitTerm();
            assertThat(second.token()).isGreaterThan(first.token());
            assertThat(candidate.isLeading()).isTrue();
        }
    }

    @Test
    void aLossBeforeTheWorkBeginsIsToldOnceAndTheWorkIsNotCalled() throws Exception {
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        Queue<LeaseLoss> toldByTerm = new ConcurrentLinkedQueue<>();
        Candidate candidate = stand(
                LockOptions.defaults().withOnLost(told::add),
                this::leadUntilInterrupted,
                work -> new Thread(() -> steps.add(work)));
        Runnable late = steps.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(late).isNotNull();
        Term first = candidate.term().orElseThrow().onLost(toldByTerm::add);
        client.push().lost("a", NamedGrant.of(first.lease().id()).claim(), LeaseLoss.Reason.REVOKED);
        assertThat(candidate.isLeading()).isFalse();
        late.run();
        assertThat(terms).as("the work was called").isEmpty();
        assertThat(Thread.interrupted()).as("an interrupt is left").isFalse();
        Runnable next = steps.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("it stands again").isNotNull();
        assertThat(candidate.isLeading()).isTrue();
        Thread leader = new Thread(next);
        leader.start();
        assertThat(awaitTerm()).isNotSameAs(first);
        candidate.close();
        leader.join(Duration.ofSeconds(PATIENCE_SECONDS).toMillis());
        assertThat(told).hasSize(1);
        assertThat(toldByTerm).hasSize(1);
    }

    @Test
    void aWorkThatDoesNotReturnLosesItsLockWhenTheTimeOfTheCloseIsOver() throws InterruptedException {
        CompletableFuture<Void> returning = new CompletableFuture<>();
        Candidate candidate = stand(
                LockOptions.defaults(),
                term -> {
                    terms.add(term);
                    boolean unused = Waits.uninterruptibly(returning, Duration.ofMinutes(1), System::nanoTime);
                },
                Thread::new);
        Term term = awaitTerm();
        candidate.close();
        assertThat(term.isCurrent()).isFalse();
        assertThat(store.held()).isZero();
        returning.complete(null);
    }
}
