package io.lockkeeper.contract;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Candidacy;
import io.lockkeeper.ClientClosedException;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.Guarantees;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.Term;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The promise that of those who stand for election one leads at a time, again and again, whatever fails. */
public interface ElectionPromise extends LockFixture {

    /** The next one leads when the first has given up, with a greater token. */
    @Test
    default void oneLeadsAtATime() throws Exception {
        String name = freshName();
        RecordedWork hers = new RecordedWork();
        RecordedWork his = new RecordedWork();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Candidacy first = ann.client().election(name).stand(hers);
            Term term = hers.awaitTerm(patience());
            assertThat(term.name()).isEqualTo(name);
            assertThat(term.isCurrent()).isTrue();
            assertThat(first.isLeading()).isTrue();
            Candidacy second = bob.client().election(name).stand(his);
            bob.awaitWaiting(name);
            assertThat(his.hasBegun()).isFalse();
            assertThat(second.isLeading()).isFalse();
            assertThat(second.term()).isEmpty();
            first.close();
            assertThat(hers.awaitEnd(patience())).as("the work was interrupted").isTrue();
            Term next = his.awaitTerm(patience());
            assertThat(second.term()).containsSame(next);
            assertThat(first.isLeading()).isFalse();
            assertThatThrownBy(term::ensureCurrent).isInstanceOf(NotHeldException.class);
            if (bob.client().guarantees().tokens() != Guarantees.Tokens.NONE) {
                assertThat(next.token()).isGreaterThan(term.token());
            }
            second.close();
        }
    }

    /** In the order in which they stand; on a store without a queue after a pause. */
    @Test
    default void whoLedStandsBehindTheOthers() throws Exception {
        String name = freshName();
        AtomicInteger inside = new AtomicInteger();
        RecordedWork hers = new RecordedWork(inside);
        RecordedWork his = new RecordedWork(inside);
        try (Actor ann = actor();
                Actor bob = actor()) {
            ann.client().election(name).stand(hers);
            hers.awaitTerm(patience());
            bob.client().election(name).stand(his);
            bob.awaitWaiting(name);
            if (bob.client().guarantees().order() == Guarantees.Order.QUEUED) {
                // Who has waited for a moment only may not be in the queue yet.
                eventually(
                        patience(),
                        () -> assertThat(bob.lock(name).queueLength()).isOne());
                hers.dismiss();
                his.awaitTerm(patience());
                assertThat(hers.hasBegun()).as("she leads again before he did").isFalse();
                assertThat(inside).hasValue(1);
            } else {
                hers.dismiss();
                dismissUntilLeads(hers, his); // It is likely, not certain, that she is later than he is.
                his.awaitTerm(patience());
            }
            his.dismiss();
            dismissUntilLeads(his, hers);
        }
    }

    private void dismissUntilLeads(RecordedWork leading, RecordedWork next) {
        eventually(patience(), () -> {
            while (leading.hasBegun()) {
                leading.awaitTerm(patience());
                leading.dismiss();
            }
            assertThat(next.hasBegun()).as("the other leads").isTrue();
        });
    }

    /** One leads, though the client is the same. */
    @Test
    default void twoCandidaciesOfOneClientAreTwoCandidates() throws Exception {
        String name = freshName();
        RecordedWork one = new RecordedWork();
        RecordedWork other = new RecordedWork();
        try (Actor ann = actor()) {
            Candidacy first = ann.client().election(name).stand(one);
            Term term = one.awaitTerm(patience());
            Candidacy second = ann.client().election(name).stand(other);
            assertThat(ann.client().held()).hasSize(1);
            assertThat(second.isLeading()).isFalse();
            first.close();
            Term next = other.awaitTerm(patience());
            if (ann.client().guarantees().tokens() != Guarantees.Tokens.NONE) {
                assertThat(next.token()).isGreaterThan(term.token());
            }
            assertThat(term.isCurrent()).isFalse();
        }
    }

    /** Nor does one that ends by an error. */
    @Test
    default void aWorkThatFailsDoesNotEndItsCandidate() throws Exception {
        String name = freshName();
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch again = new CountDownLatch(3);
        try (Actor ann = actor()) {
            Candidacy candidacy = ann.client().election(name).stand(term -> {
                again.countDown();
                switch (calls.incrementAndGet()) {
                    case 1 -> throw new IllegalStateException("The work failed.");
                    case 2 -> throw new AssertionError("The work failed badly.");
                    default -> new CountDownLatch(1).await();
                }
            });
            assertThat(again.await(patience().toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
            candidacy.close();
        }
    }

    /** Once, with the reason; then it stands again. */
    @Test
    default void aLostLeadIsToldAndStoodForAgain() throws Exception {
        String name = freshName();
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        Queue<LeaseLoss> toldByTerm = new ConcurrentLinkedQueue<>();
        RecordedWork hers = new RecordedWork();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Candidacy candidacy = ann.client()
                    .election(name, LockOptions.defaults().withOnLost(told::add))
                    .stand(hers);
            Term term = hers.awaitTerm(patience()).onLost(toldByTerm::add);
            assertThat(bob.client().release(term.lease().id())).isTrue();
            term.lease().verify();
            assertThat(hers.awaitEnd(patience())).as("the work was interrupted").isTrue();
            assertThat(term.isCurrent()).isFalse();
            assertThatThrownBy(term::ensureCurrent).isInstanceOf(LeaseLostException.class);
            Term next = hers.awaitTerm(patience());
            assertThat(next.isCurrent()).isTrue();
            assertThat(candidacy.term()).containsSame(next);
            eventually(patience(), () -> assertThat(told).hasSize(1));
            eventually(patience(), () -> assertThat(toldByTerm).hasSize(1));
            candidacy.close();
            assertThat(told).hasSize(1);
            assertThat(toldByTerm).hasSize(1);
        }
    }

    /** Nobody else leads before. */
    @Test
    default void theLockIsReleasedOnlyWhenTheWorkHasReturned() throws Exception {
        String name = freshName();
        BlockingQueue<Boolean> free = new LinkedBlockingQueue<>();
        AtomicLong closing = new AtomicLong();
        CountDownLatch begun = new CountDownLatch(1);
        try (Actor ann = actor();
                Actor bob = actor()) {
            Candidacy candidacy = ann.client().election(name).stand(term -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException asked) {
                    boolean released = bob.tryAcquire(name).isPresent();
                    // On a machine that took longer for that than a work has time to return, the lock may be free.
                    boolean inTime = System.nanoTime() - closing.get() < TimeUnit.SECONDS.toNanos(5);
                    free.add(term.isCurrent() || (released && inTime));
                }
            });
            assertThat(begun.await(patience().toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
            closing.set(System.nanoTime());
            candidacy.close();
            assertThat(free.poll(patience().toMillis(), TimeUnit.MILLISECONDS))
                    .as("it was free, or the term went on, while the work ran")
                    .isFalse();
            assertThat(bob.tryAcquire(name)).isPresent();
        }
    }

    /** It can't wait for itself, and has the lock until it returns. */
    @Test
    default void aWorkMayCloseItsCandidacy() throws Exception {
        String name = freshName();
        BlockingQueue<Candidacy> own = new LinkedBlockingQueue<>();
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean freeBefore = new AtomicBoolean();
        CountDownLatch closed = new CountDownLatch(1);
        try (Actor ann = actor();
                Actor bob = actor()) {
            own.add(ann.client().election(name).stand(term -> {
                calls.incrementAndGet();
                own.take().close();
                freeBefore.set(bob.tryAcquire(name).isPresent());
                closed.countDown();
            }));
            assertThat(closed.await(patience().toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
            assertThat(freeBefore).as("it was free while the work ran").isFalse();
            eventually(patience(), () -> assertThat(bob.tryAcquire(name)).isPresent());
            assertThat(calls).hasValue(1);
        }
    }

    /** Its works are interrupted, their loss is told, and then others lead. */
    @Test
    default void aClosedClientLeadsNoMore() throws Exception {
        String name = freshName();
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        RecordedWork hers = new RecordedWork();
        RecordedWork waiting = new RecordedWork();
        RecordedWork his = new RecordedWork();
        try (Actor bob = actor()) {
            Actor ann = actor();
            Candidacy candidacy = ann.client().election(name).stand(hers);
            hers.awaitTerm(patience()).onLost(told::add);
            ann.client().election(name).stand(waiting);
            bob.client().election(name).stand(his);
            bob.awaitWaiting(name);
            ann.close();
            assertThat(hers.awaitEnd(patience())).as("the work was interrupted").isTrue();
            assertThat(candidacy.isLeading()).isFalse();
            his.awaitTerm(patience());
            assertThat(waiting.hasBegun()).isFalse();
            eventually(
                    patience(),
                    () -> assertThat(told).extracting(LeaseLoss::reason).containsExactly(LeaseLoss.Reason.CLOSED));
            assertThatThrownBy(() -> ann.client().election(name).stand(hers)).isInstanceOf(ClientClosedException.class);
        }
    }

    /** However long that takes. */
    @Test
    default void aCandidateOutlivesAnOutage() throws Exception {
        String name = freshName();
        SilentStore store = new SilentStore(open());
        RecordedWork work = new RecordedWork();
        try (LockClient client = start(store.shown(), ClientOptions.defaults())) {
            store.fallSilent();
            Candidacy candidacy = client.election(name).stand(work);
            elapse(SHORT_LEASE);
            assertThat(work.hasBegun()).isFalse();
            store.speak();
            work.awaitTerm(patience());
            candidacy.close();
            assertThat(candidacy.isLeading()).isFalse();
        }
    }
}
