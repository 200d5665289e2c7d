package io.lockkeeper.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockOptions;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The promise that an interrupt ends a wait that can be interrupted, and is kept by one that can't. */
public interface InterruptionPromise extends LockFixture {

    /** Even if the lock is free or the thread's own; the flag is cleared, as always when the exception is thrown. */
    @Test
    default void anInterruptBeforeTheWaitIsThrown() throws Exception {
        String name = freshName();
        try (Actor ann = actor()) {
            for (Actor.Deed taking : interruptible(ann.lock(name))) {
                ann.run(() -> {
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(taking::run).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                });
            }
            assertThat(ann.tryLock(name)).as("the lock is free").isTrue();
            ann.run(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(ann.lock(name)::lockInterruptibly).isInstanceOf(InterruptedException.class);
                ann.lock(name).unlock();
            });
        }
    }

    /** The flag is cleared, and the thread holds nothing. */
    @Test
    default void anInterruptDuringTheWaitIsThrown() throws Exception {
        try (Actor ann = actor();
                Actor bob = actor()) {
            for (Function<DistributedLock, Actor.Deed> taking : ways()) {
                String name = freshName();
                ann.run(ann.lock(name)::lock);
                Future<Boolean> waiting = bob.begin(() -> {
                    assertThatThrownBy(taking.apply(bob.lock(name))::run).isInstanceOf(InterruptedException.class);
                    return Thread.currentThread().isInterrupted();
                });
                bob.awaitWaiting(name);
                bob.interrupt();
                assertThat(bob.outcome(waiting)).as("the flag").isFalse();
                assertThat(bob.call(bob.lock(name)::isHeldByCurrentThread)).isFalse();
            }
        }
    }

    /** It waits on, and the flag is there when it has the lock. */
    @Test
    default void lockKeepsAnInterruptForLater() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            ann.run(ann.lock(name)::lock);
            Future<Boolean> waiting = bob.begin(() -> {
                bob.lock(name).lock();
                return Thread.interrupted();
            });
            bob.awaitWaiting(name);
            bob.interrupt();
            assertThat(ann.call(ann.lock(name)::isHeldByCurrentThread)).isTrue();
            assertThat(waiting).isNotDone();
            ann.run(ann.lock(name)::unlock);
            assertThat(bob.outcome(waiting)).as("the flag").isTrue();
            assertThat(bob.call(bob.lock(name)::isHeldByCurrentThread)).isTrue();
        }
    }

    private static List<Function<DistributedLock, Actor.Deed>> ways() {
        return List.of(
                lock -> lock::lockInterruptibly,
                lock -> () -> lock.tryLock(1, HOURS),
                lock -> lock::acquire,
                lock -> () -> lock.tryAcquire(LockOptions.defaults()));
    }

    private static List<Actor.Deed> interruptible(DistributedLock lock) {
        return ways().stream().map(way -> way.apply(lock)).toList();
    }
}
