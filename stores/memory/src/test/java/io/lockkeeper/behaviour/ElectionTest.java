package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Candidacy;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Term;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A candidate goes on whatever fails, and its lock is never given back while its work runs. */
class ElectionTest {

    private static final Duration PAUSE = Duration.ofMillis(200);

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();
    private final BlockingQueue<Term> terms = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        client.requests().all(Fate.FINE);
        world.close();
    }

    private void leadUntilInterrupted(Term term) throws InterruptedException {
        terms.add(term);
        new CountDownLatch(1).await();
    }

    private Term awaitTerm() throws InterruptedException {
        for (long end = System.nanoTime() + Party.PATIENCE.toNanos(); System.nanoTime() < end; ) {
            world.pass(Duration.ofMillis(20));
            Term term = terms.poll(5, TimeUnit.MILLISECONDS);
            if (term != null) {
                return term;
            }
        }
        throw new AssertionError("It does not lead.");
    }

    @Test
    void aStoreThatRefusesForLongIsAskedForLong() throws Exception {
        client.requests().all(Fate.REFUSED);
        Candidacy candidacy = client.locks().election("a").stand(this::leadUntilInterrupted);
        for (int second = 0; second < 120; second++) {
            world.pass(Duration.ofSeconds(1));
        }
        assertThat(candidacy.isLeading()).isFalse();
        assertThat(client.requests().sent(Request.CLAIM)).isBetween(30, 200);
        client.requests().all(Fate.FINE);
        awaitTerm();
        assertThat(candidacy.isLeading()).isTrue();
    }

    @Test
    void aStoreThatThrowsIsAskedAgain() throws Exception {
        client.requests().all(Fate.THROWS);
        client.locks().election("a").stand(this::leadUntilInterrupted);
        world.pass(Duration.ofMinutes(1));
        client.requests().all(Fate.FINE);
        awaitTerm();
    }

    @Test
    void aWorkThatFailsAtOnceIsNotRepeatedWithoutAPause() {
        AtomicInteger calls = new AtomicInteger();
        client.locks().election("a").stand(term -> {
            calls.incrementAndGet();
            throw new AssertionError("The work fails.");
        });
        long begun = world.time().nanos();
        eventually(Party.PATIENCE, () -> {
            world.pass(Duration.ofMillis(20));
            assertThat(calls.get()).isGreaterThanOrEqualTo(6);
        });
        assertThat(Duration.ofNanos(world.time().nanos() - begun)).isGreaterThan(Duration.ofMillis(800));
    }

    @Test
    void aLossIsToldToEachListenerOnceAlsoToOneThatComesLater() throws Exception {
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        Queue<LeaseLoss> later = new ConcurrentLinkedQueue<>();
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        client.locks()
                .election("a", LockOptions.defaults().withOnLost(told::add))
                .stand(term -> {
                    terms.add(term);
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException lost) {
                        interrupted.countDown();
                    }
                    goOn.await();
                });
        Term term = awaitTerm();
        term.onLost(loss -> {
            throw new AssertionError("A listener fails.");
        });
        client.requests().all(Fate.REQUEST_LOST);
        world.pass(Duration.ofSeconds(31));
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        term.onLost(later::add);
        eventually(Party.PATIENCE, () -> assertThat(later).hasSize(1));
        eventually(Party.PATIENCE, () -> assertThat(told).hasSize(1));
        assertThatThrownBy(term::ensureCurrent).isInstanceOf(LeaseLostException.class);
        client.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(60));
        assertThat(terms).as("the work began again while it ran").isEmpty();
        goOn.countDown();
        awaitTerm();
        assertThat(told).hasSize(1);
    }

    @Test
    void aReleaseThatIsNotAnsweredDoesNotEndTheCandidate() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Candidacy candidacy = client.locks().election("a").stand(term -> {
            terms.add(term);
            goOn.await();
        });
        Term first = awaitTerm();
        Delayed release = client.requests().delayNext(Request.RELEASE);
        goOn.countDown();
        eventually(Party.PATIENCE, () -> assertThat(release.isSent()).isTrue());
        eventually(Party.PATIENCE, () -> assertThat(candidacy.isLeading()).isFalse());
        world.pass(PAUSE);
        release.arriveAndAnswer();
        assertThat(awaitTerm().token()).isGreaterThan(first.token());
    }

    @Test
    void theInterruptOfOneTermIsNotSeenByTheNext() throws Exception {
        BlockingQueue<Boolean> flags = new LinkedBlockingQueue<>();
        client.locks().election("a").stand(term -> {
            flags.add(Thread.currentThread().isInterrupted());
            terms.add(term);
            while (term.isCurrent()) {
                Thread.onSpinWait();
            }
            Thread.currentThread().interrupt();
        });
        Term term = awaitTerm();
        term.lease().close();
        awaitTerm().lease().close();
        awaitTerm();
        assertThat(flags).doesNotContain(true).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void whoIsClosedWhileItContendsLeavesTheQueue() {
        Lease held = rival.hold("a");
        Candidacy candidacy = client.locks().election("a").stand(this::leadUntilInterrupted);
        world.pass(PAUSE);
        assertThat(rival.locks().lock("a").queueLength()).isOne();
        candidacy.close();
        eventually(
                Party.PATIENCE,
                () -> assertThat(rival.locks().lock("a").queueLength()).isZero());
        held.close();
        world.pass(Duration.ofSeconds(5));
        assertThat(rival.isFree("a")).isTrue();
        assertThat(terms).isEmpty();
        assertThat(Leftovers.names(client)).isZero();
    }

    @Test
    void aGrantThatComesAfterTheCloseGoesBack() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        Candidacy candidacy = client.locks().election("a").stand(this::leadUntilInterrupted);
        world.pass(Duration.ZERO);
        claim.arrive();
        candidacy.close();
        claim.answer();
        eventually(Party.PATIENCE, () -> assertThat(rival.isFree("a")).isTrue());
        assertThat(terms).isEmpty();
    }

    @Test
    void theLeaseIsRenewedWhileAClosedClientWaitsForItsLeaders() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        client.locks().election("a").stand(term -> {
            terms.add(term);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException closed) {
                asked.countDown();
            }
            goOn.await();
        });
        Term term = awaitTerm();
        CompletableFuture<Void> closing =
                CompletableFuture.runAsync(() -> client.locks().close(Duration.ofMinutes(1)));
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        for (int second = 0; second < 60; second++) {
            world.pass(Duration.ofSeconds(1));
        }
        assertThat(term.lease().isHeld()).isTrue();
        assertThat(term.isCurrent()).isFalse();
        assertThatThrownBy(term::ensureCurrent)
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.loss().reason()).isEqualTo(LeaseLoss.Reason.CLOSED));
        assertThat(rival.isFree("a")).isFalse();
        assertThat(closing).isNotDone();
        goOn.countDown();
        Party.answer(closing.thenApply(none -> true));
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aClosedClientWaitsForAWorkWhoseCandidacyWasClosedBefore() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        BlockingQueue<Candidacy> own = new LinkedBlockingQueue<>();
        own.add(client.locks()
                .election("a", LockOptions.defaults().withOnLost(told::add))
                .stand(term -> {
                    own.take().close();
                    terms.add(term);
                    goOn.await();
                }));
        awaitTerm();
        long begun = System.nanoTime();
        CompletableFuture<Void> closing =
                CompletableFuture.runAsync(() -> client.locks().close());
        eventually(Party.PATIENCE, () -> assertThat(client.locks()).asString().contains("closed"));
        goOn.countDown();
        Party.answer(closing.thenApply(none -> true));
        if (System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(5)) { // Else the time that a leader has may be over.
            assertThat(told).as("lost, not released").isEmpty();
        }
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void whoClosesTheClientAtOnceDoesNotWaitForThoseWhoGaveItTime() {
        Lease lease = client.hold("a");
        CompletableFuture<Void> patient =
                CompletableFuture.runAsync(() -> client.locks().close(Duration.ofMinutes(5)));
        eventually(Party.PATIENCE, () -> assertThat(client.locks()).asString().contains("closed"));
        assertThat(lease.isHeld()).isTrue();
        client.locks().close();
        Party.answer(patient.thenApply(none -> true));
        assertThat(lease.isHeld()).isFalse();
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aWorkMayCloseItsClient() throws Exception {
        BlockingQueue<LeaseLoss> told = new LinkedBlockingQueue<>();
        client.locks()
                .election("a", LockOptions.defaults().withOnLost(told::add))
                .stand(term -> client.locks().close());
        world.pass(PAUSE);
        LeaseLoss loss = told.poll(20, TimeUnit.SECONDS);
        assertThat(loss).isNotNull().extracting(LeaseLoss::reason).isEqualTo(LeaseLoss.Reason.CLOSED);
        eventually(Party.PATIENCE, () -> assertThat(rival.isFree("a")).isTrue());
    }
}
