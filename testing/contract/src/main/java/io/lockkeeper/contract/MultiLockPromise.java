package io.lockkeeper.contract;

import static io.lockkeeper.contract.Eventually.answer;
import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.HeldLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLease;
import io.lockkeeper.NotHeldException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The promise that several locks are held together or not at all. */
public interface MultiLockPromise extends LockFixture {

    /** Each is a lock as any other. */
    @Test
    default void severalLocksAreHeldTogether() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            MultiLease all = ann.call(
                    () -> ann.client().all(List.of(name + "b", name + "a")).acquire());
            assertThat(all.leases()).extracting(Lease::name).containsExactly(name + "a", name + "b");
            assertThat(all.isHeld()).isTrue();
            assertThat(bob.tryAcquire(name + "a")).isEmpty();
            assertThat(bob.tryAcquire(name + "b")).isEmpty();
            all.close();
            assertThat(all.isHeld()).isFalse();
            assertThatThrownBy(all::ensureHeld).isInstanceOf(NotHeldException.class);
            List<String> names = List.of(name + "a", name + "b");
            assertThat(bob.call(() -> bob.client().all(names).tryAcquire())).isPresent();
        }
    }

    /** What was acquired before is released. */
    @Test
    default void noneIsKeptIfOneIsHeld() throws Exception {
        String name = freshName();
        List<String> names = List.of(name + "a", name + "b");
        LockOptions shortly = LockOptions.defaults().withMaxWait(Duration.ofMillis(50));
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease his = bob.acquire(name + "b");
            assertThat(ann.call(() -> ann.client().all(names).tryAcquire())).isEmpty();
            assertThatThrownBy(() -> ann.call(() -> ann.client().all(names).acquire(shortly)))
                    .isInstanceOfSatisfying(
                            LockTimeoutException.class,
                            late -> assertThat(late.name()).isEqualTo(name + "b"));
            assertThat(ann.client().held()).isEmpty();
            assertThat(bob.tryAcquire(name + "a")).isPresent();
            assertThat(his.isHeld()).isTrue();
        }
    }

    /** The queue is left, too. */
    @Test
    default void aCancelledAcquisitionKeepsNone() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease his = bob.acquire(name + "b");
            CompletableFuture<MultiLease> asked =
                    ann.client().all(List.of(name + "a", name + "b")).acquireAsync();
            ann.awaitWaiting(name + "b");
            assertThat(bob.tryAcquire(name + "a")).isEmpty();
            asked.cancel(true);
            assertFree(bob, name + "a");
            his.close();
            assertFree(bob, name + "b");
        }
    }

    /** As with one lock. */
    @Test
    default void anInterruptedAcquisitionKeepsNone() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease his = bob.acquire(name + "b");
            Future<MultiLease> asked = ann.begin(
                    () -> ann.client().all(List.of(name + "a", name + "b")).acquire());
            ann.awaitWaiting(name + "b");
            ann.interrupt();
            assertThatThrownBy(() -> ann.outcome(asked)).isInstanceOf(InterruptedException.class);
            assertThat(bob.tryAcquire(name + "a")).isPresent();
            assertThat(his.isHeld()).isTrue();
        }
    }

    private void assertFree(Actor actor, String name) {
        eventually(patience(), () -> assertThat(actor.tryAcquire(name)).isPresent());
    }

    /** Whoever names them first. */
    @Test
    default void opposedAcquisitionsDoNotDeadlock() throws Exception {
        String name = freshName();
        AtomicInteger inside = new AtomicInteger();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Future<Integer> there = ann.begin(() -> transfers(ann, List.of(name + "a", name + "b"), inside));
            Future<Integer> back = bob.begin(() -> transfers(bob, List.of(name + "b", name + "a"), inside));
            assertThat(ann.outcome(there)).isEqualTo(1);
            assertThat(bob.outcome(back)).isEqualTo(1);
        }
    }

    /** The most who were inside together. */
    private static int transfers(Actor actor, List<String> names, AtomicInteger inside) throws Exception {
        int most = 0;
        for (int transfer = 0; transfer < 10; transfer++) {
            MultiLease lease = actor.client().all(names).acquire();
            most = Math.max(most, inside.incrementAndGet());
            inside.decrementAndGet();
            lease.close();
        }
        return most;
    }

    /** Once, by name; the others are released as always. */
    @Test
    default void theLossOfOneIsTold() throws Exception {
        String name = freshName();
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        try (Actor ann = actor();
                Actor bob = actor()) {
            MultiLease all = ann.call(() -> ann.client()
                    .all(
                            List.of(name + "a", name + "b", name + "c"),
                            LockOptions.defaults().withOnLost(told::add))
                    .acquire());
            assertThat(bob.client().release(all.lease(name + "b").id())).isTrue();
            all.verify();
            eventually(
                    patience(),
                    () -> assertThat(told).extracting(LeaseLoss::name).containsExactly(name + "b"));
            assertThat(all.isHeld()).isFalse();
            assertThat(all.lease(name + "a").isHeld()).isTrue();
            assertThatThrownBy(all::ensureHeld)
                    .isInstanceOfSatisfying(
                            LeaseLostException.class,
                            lost -> assertThat(lost.loss().name()).isEqualTo(name + "b"));
            assertThatThrownBy(all::close).isInstanceOf(LeaseLostException.class);
            assertThat(bob.tryAcquire(name + "a")).isPresent();
            assertThat(bob.tryAcquire(name + "c")).isPresent();
            assertThat(told).hasSize(1);
        }
    }

    /** Not by one before, for which there was another attempt. */
    @Test
    default void theThreadIsInterruptedByALossAfterwards() throws Exception {
        String name = freshName();
        LockOptions interrupted = LockOptions.defaults().withInterruptOnLoss(true);
        try (Actor ann = actor()) {
            Future<Boolean> told = ann.begin(() -> {
                MultiLease all = ann.client()
                        .all(List.of(name + "a", name + "b"), interrupted)
                        .acquire();
                assertThat(ann.client().release(all.lease(name + "b").id())).isTrue();
                try {
                    return new CountDownLatch(1).await(patience().toMillis(), TimeUnit.MILLISECONDS);
                } catch (InterruptedException byTheLoss) {
                    return true;
                }
            });
            assertThat(ann.outcome(told)).isTrue();
        }
    }

    /** By name, whatever the order in which they were asked for: so nobody holds what another waits for. */
    @Test
    default void nothingIsHeldButWhatComesBeforeTheOneThatIsWaitedFor() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease his = bob.acquire(name + "b");
            CompletableFuture<MultiLease> asked = ann.client()
                    .all(List.of(name + "c", name + "b", name + "a"))
                    .acquireAsync();
            ann.awaitWaiting(name + "b");
            assertThat(bob.tryAcquire(name + "a")).isEmpty();
            Lease last = bob.tryAcquire(name + "c").orElseThrow();
            his.close();
            last.close();
            answer(patience(), asked).close();
        }
    }

    /** On the client's threads for callbacks, of which there are not as many. */
    @Test
    default void manyMayCloseWhereTheyAreTold() throws Exception {
        String name = freshName();
        try (Actor ann = actor()) {
            List<CompletableFuture<Void>> ended = new ArrayList<>();
            for (int at = 0; at < 100; at++) {
                ended.add(ann.client()
                        .all(List.of(name + at, name + "b" + at))
                        .acquireAsync()
                        .thenAccept(MultiLease::close));
            }
            for (CompletableFuture<Void> each : ended) {
                answer(patience(), each.thenApply(none -> true));
            }
            assertThat(ann.client().held()).isEmpty();
        }
    }

    /** Also of a thread, and of a listener, only when all are there. */
    @Test
    default void aLossDuringAnAsynchronousWaitStartsOver() throws Exception {
        String name = freshName();
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease his = bob.acquire(name + "b");
            CompletableFuture<MultiLease> asked = ann.client()
                    .all(List.of(name + "a", name + "b"))
                    .acquireAsync(LockOptions.defaults().withOnLost(told::add));
            ann.awaitWaiting(name + "b");
            assertThat(ann.client().release(ann.client().held().get(0).id())).isTrue();
            his.close();
            MultiLease all = answer(patience(), asked);
            all.ensureHeld();
            assertThat(told).isEmpty();
            assertThat(bob.tryAcquire(name + "a")).isEmpty();
            all.close();
        }
    }

    /** Else the work would begin without that lock. */
    @Test
    default void aLossDuringTheWaitStartsOver() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease his = bob.acquire(name + "b");
            LockOptions interrupted = LockOptions.defaults().withInterruptOnLoss(true);
            Future<MultiLease> asked = ann.begin(() -> {
                MultiLease all = ann.client()
                        .all(List.of(name + "a", name + "b"), interrupted)
                        .acquire();
                assertThat(Thread.interrupted()).isFalse();
                return all;
            });
            ann.awaitWaiting(name + "b");
            HeldLock first = ann.client().held().get(0);
            assertThat(first.name()).isEqualTo(name + "a");
            assertThat(ann.client().release(first.id())).isTrue();
            his.close();
            MultiLease all = ann.outcome(asked);
            all.ensureHeld();
            assertThat(bob.tryAcquire(name + "a")).isEmpty();
            assertThat(bob.tryAcquire(name + "b")).isEmpty();
            all.close();
        }
    }

    /** What the first has is not used up while the last is waited for. */
    @Test
    default void fixedLeasesBeginWhenAllAreHeld() throws Exception {
        withShortTime((name, time) -> {
            try (Actor ann = actor();
                    Actor bob = actor()) {
                Lease his = bob.acquire(name + "b");
                CompletableFuture<MultiLease> asked = ann.client()
                        .all(
                                List.of(name + "a", name + "b"),
                                LockOptions.defaults().withFixedLease(time))
                        .acquireAsync();
                ann.awaitWaiting(name + "b");
                outlast(time);
                his.close();
                MultiLease all = answer(patience(), asked);
                all.ensureHeld();
                CompletableFuture<LeaseLoss> loss = new CompletableFuture<>();
                all.onLost(loss::complete);
                assertThat(answer(patience(), loss).reason()).isEqualTo(LeaseLoss.Reason.EXPIRED);
                assertFree(bob, name + "a");
                assertFree(bob, name + "b");
            }
        });
    }
}
