package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Candidacy;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Term;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader has time to return also if its client is given time, and is then closed at once by another thread. */
class ElectionCloseTest {

    private static final Duration FOR_LEADERS = Duration.ofSeconds(5);

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();
    private final BlockingQueue<Term> terms = new LinkedBlockingQueue<>();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @AfterEach
    void close() {
        world.close();
    }

    private void leadUntilInterrupted(Term term) {
        terms.add(term);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException closed) {
            interrupted.countDown();
        }
    }

    private Term awaitTerm() throws InterruptedException {
        world.pass(Duration.ZERO);
        Term term = terms.poll(20, TimeUnit.SECONDS);
        assertThat(term).as("it does not lead").isNotNull();
        return term;
    }

    private CompletableFuture<Void> closeWhenFinished() throws InterruptedException {
        CompletableFuture<Void> patient = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            client.locks().close(Duration.ofMinutes(5));
            patient.complete(null);
        });
        closer.setDaemon(true);
        closer.start();
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        return patient;
    }

    @Test
    void whoHurriesTheCloseWaitsForItAndForTheLeaders() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        client.locks().election("a").stand(term -> {
            leadUntilInterrupted(term);
            goOn.await();
        });
        Term term = awaitTerm();
        Lease lease = client.hold("b");
        CompletableFuture<Void> patient = closeWhenFinished();
        long begun = System.nanoTime();
        Thread hurry = new Thread(client.locks()::close);
        hurry.start();
        eventually(Party.PATIENCE, () -> assertThat(lease.isHeld()).isFalse());
        boolean leaderHolds = term.lease().isHeld();
        boolean waits = hurry.isAlive();
        if (System.nanoTime() - begun < FOR_LEADERS.toNanos()) { // Else the time that a leader has may be over.
            assertThat(leaderHolds).as("the leader's lock while its work runs").isTrue();
            assertThat(waits).as("the hurried close").isTrue();
        }
        goOn.countDown();
        hurry.join(TimeUnit.SECONDS.toMillis(20));
        assertThat(hurry.isAlive()).isFalse();
        assertThat(rival.isFree("a")).isTrue();
        Party.answer(patient.thenApply(none -> true));
    }

    @Test
    void aWorkThatHurriesTheCloseDoesNotWaitForItself() throws Exception {
        BlockingQueue<Boolean> holds = new LinkedBlockingQueue<>();
        client.locks().election("a").stand(term -> {
            leadUntilInterrupted(term);
            client.locks().close();
            holds.add(term.lease().isHeld());
        });
        awaitTerm();
        CompletableFuture<Void> patient = closeWhenFinished();
        assertThat(holds.poll(20, TimeUnit.SECONDS))
                .as("its lock while the work runs")
                .isTrue();
        Party.answer(patient.thenApply(none -> true));
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aSecondCloseWaitsForTheFirst() throws Exception {
        closesBesideAClose(client.locks()::close);
    }

    @Test
    void aCloseWithTimeWaitsForOneWithout() throws Exception {
        closesBesideAClose(() -> client.locks().close(Duration.ofMinutes(5)));
    }

    private void closesBesideAClose(Runnable close) throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        client.locks().election("a").stand(term -> {
            leadUntilInterrupted(term);
            goOn.await();
        });
        awaitTerm();
        long begun = System.nanoTime();
        CompletableFuture<Void> first = CompletableFuture.runAsync(client.locks()::close);
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> {
            close.run();
            return rival.isFree("a");
        });
        boolean early = awaitDone(second, Duration.ofMillis(200));
        if (System.nanoTime() - begun < FOR_LEADERS.toNanos()) { // Else the time that a leader has may be over.
            assertThat(early).as("it returned while the first one closes").isFalse();
        }
        goOn.countDown();
        assertThat(Party.answer(second)).as("the lock is free when it returns").isTrue();
        Party.answer(first.thenApply(none -> true));
    }

    private static boolean awaitDone(CompletableFuture<?> future, Duration atMost) throws Exception {
        try {
            Object unused = future.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException waits) {
            return false;
        }
    }

    @Test
    void aCloseWithTimeThatIsOverEndsALongerOne() throws Exception {
        Lease lease = client.hold("b");
        CompletableFuture<Void> patient =
                CompletableFuture.runAsync(() -> client.locks().close(Duration.ofMinutes(5)));
        eventually(Party.PATIENCE, () -> assertThat(client.locks()).asString().contains("closed"));
        client.locks().close(Duration.ofMinutes(5));
        assertThat(lease.isHeld()).as("a holder does not wait for itself").isTrue();
        Party.answer(CompletableFuture.supplyAsync(() -> {
            client.locks().close(Duration.ofMillis(10));
            return true;
        }));
        assertThat(lease.isHeld()).isFalse();
        Party.answer(patient.thenApply(none -> true));
        assertThat(rival.isFree("b")).isTrue();
    }

    @Test
    void aListenerThatClosesItsClientOnTheClosingThreadDoesNotWaitForItself() {
        try (World direct = new World(Runnable::run)) {
            Party own = direct.client();
            BlockingQueue<LeaseLoss> told = new LinkedBlockingQueue<>();
            own.hold("a", LockOptions.defaults().withOnLost(loss -> {
                own.locks().close();
                own.locks().close(Duration.ofMinutes(5));
                told.add(loss);
            }));
            long begun = System.nanoTime();
            own.locks().close();
            assertThat(told).hasSize(1);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(14));
        }
    }

    @Test
    void aReleaseThatIsNotAnsweredIsNotTakenForAWorkThatDoesNotReturn() throws Exception {
        Candidacy candidacy = client.locks().election("a").stand(this::leadUntilInterrupted);
        awaitTerm();
        Delayed release = client.requests().delayNext(Request.RELEASE);
        try (Logged log = Logged.withWarnings()) {
            candidacy.close();
            assertThat(log.text()).contains("is not answered").doesNotContain("does not return");
        }
        release.arriveAndAnswer();
    }
}
