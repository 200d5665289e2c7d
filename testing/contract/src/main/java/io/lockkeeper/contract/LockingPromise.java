package io.lockkeeper.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.DistributedLock;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The promise that a lock locks, as every {@code java.util.concurrent.locks.Lock} does. */
public interface LockingPromise extends LockFixture {

    /** Whichever way it was taken. */
    @Test
    default void aLockThatOneThreadHoldsNoOtherCanTake() throws Exception {
        try (Actor ann = actor();
                Actor bob = actor()) {
            // A name each: who has just given up may, for a moment, still have a place in the line of the one before.
            DistributedLock[] hers = new DistributedLock[4];
            for (int index = 0; index < hers.length; index++) {
                hers[index] = ann.lock(freshName());
            }
            Actor.Deed[] takings = {
                hers[0]::lock, hers[1]::lockInterruptibly, hers[2]::tryLock, () -> hers[3].tryLock(1, TimeUnit.HOURS)
            };
            for (int index = 0; index < takings.length; index++) {
                DistributedLock taken = hers[index];
                DistributedLock his = bob.lock(taken.name());
                ann.run(takings[index]);
                assertThat(ann.call(taken::isHeldByCurrentThread)).isTrue();
                assertThat(bob.call(() -> his.tryLock())).isFalse();
                assertThat(bob.call(() -> his.tryLock(20, MILLISECONDS))).isFalse();
                assertThat(bob.call(his::isHeldByCurrentThread)).isFalse();
                ann.run(taken::unlock);
                assertThat(ann.call(taken::isHeldByCurrentThread)).isFalse();
            }
        }
    }

    /** It never fails by accident, and an interrupt does not matter to it. */
    @Test
    default void tryLockTakesAFreeLockAlsoWhenInterrupted() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            for (int round = 0; round < 20; round++) {
                for (Actor actor : new Actor[] {ann, bob}) {
                    actor.run(() -> {
                        Thread.currentThread().interrupt();
                        boolean locked = actor.lock(name).tryLock();
                        assertThat(Thread.interrupted())
                                .as("the interrupt is kept")
                                .isTrue();
                        assertThat(locked).as("the lock is taken").isTrue();
                        actor.lock(name).unlock();
                    });
                }
            }
        }
    }

    /** Without being asked again. */
    @Test
    default void whoWaitsGetsTheLockWhenItIsReleased() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor();
                Actor eve = actor()) {
            ann.run(ann.lock(name)::lock);
            Future<Boolean> bobs = bob.begin(() -> {
                bob.lock(name).lock();
                return true;
            });
            bob.awaitWaiting(name);
            Future<Boolean> eves = eve.begin(() -> eve.lock(name).tryLock(1, TimeUnit.HOURS));
            eve.awaitWaiting(name);
            assertThat(bobs).isNotDone();
            assertThat(eves).isNotDone();
            ann.run(ann.lock(name)::unlock);
            Eventually.eventually(
                    patience(), () -> assertThat(bobs.isDone() || eves.isDone()).isTrue());
            boolean bobFirst = bobs.isDone();
            Actor first = bobFirst ? bob : eve;
            Actor second = bobFirst ? eve : bob;
            assertThat(bobs.isDone() && eves.isDone()).as("both hold the lock").isFalse();
            first.run(first.lock(name)::unlock);
            assertThat(second.outcome(bobFirst ? eves : bobs)).isTrue();
            second.run(second.lock(name)::unlock);
        }
    }

    /** Nor does it wait at all if it is given no time. */
    @Test
    default void tryLockGivesUpWhenItsTimeIsOver() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            ann.run(ann.lock(name)::lock);
            long begun = System.nanoTime();
            assertThat(bob.call(() -> bob.lock(name).tryLock(200, MILLISECONDS)))
                    .isFalse();
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(200));
            assertThat(bob.call(() -> bob.lock(name).tryLock(0, SECONDS))).isFalse();
            assertThat(bob.call(() -> bob.lock(name).tryLock(-1, SECONDS))).isFalse();
            ann.run(ann.lock(name)::unlock);
            assertThat(bob.call(() -> bob.lock(name).tryLock(0, SECONDS))).isTrue();
        }
    }

    /** They do not reach across processes. */
    @Test
    default void conditionsAreRefused() {
        try (Actor ann = actor()) {
            assertThatThrownBy(() -> ann.lock(freshName()).newCondition())
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }
}
