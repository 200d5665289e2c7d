package io.lockkeeper.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LeaseId;
import org.junit.jupiter.api.Test;

/** The promise that the thread that locked may lock again, and that only it unlocks. */
public interface OwnershipPromise extends LockFixture {

    /** However it locks again; the token is the same, for the holder is. */
    @Test
    default void aThreadThatLocksAgainUnlocksAsOften() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            DistributedLock lock = ann.lock(name);
            ann.run(() -> {
                lock.lock();
                LeaseId lease = lock.currentLease().orElseThrow().id();
                lock.lockInterruptibly();
                assertThat(lock.tryLock()).isTrue();
                assertThat(lock.tryLock(1, SECONDS)).isTrue();
                ann.client().lock(name).lock();
                assertThat(lock.holdCount()).isEqualTo(5);
                assertThat(lock.currentLease().orElseThrow().id()).isEqualTo(lease);
            });
            for (int left = 4; left >= 0; left--) {
                assertThat(bob.tryLock(name)).as("with %d to unlock", left + 1).isFalse();
                ann.run(lock::unlock);
                assertThat(ann.call(lock::holdCount)).isEqualTo(left);
            }
            assertThat(bob.tryLock(name)).isTrue();
        }
    }

    /** Neither another client nor another thread of the same. */
    @Test
    default void aStrangerCannotUnlock() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            DistributedLock lock = ann.lock(name);
            ann.run(lock::lock);
            assertThatThrownBy(() -> bob.run(bob.lock(name)::unlock)).isInstanceOf(IllegalMonitorStateException.class);
            assertThatThrownBy(() -> bob.run(lock::unlock)).isInstanceOf(IllegalMonitorStateException.class);
            assertThat(bob.call(lock::holdCount)).isZero();
            assertThat(bob.call(lock::currentLease)).isEmpty();
            assertThat(ann.call(lock::isHeldByCurrentThread)).isTrue();
            assertThat(bob.tryLock(name)).isFalse();
            assertThat(bob.call(() -> lock.tryLock())).isFalse();
        }
    }

    /** Before locking, or once too often. */
    @Test
    default void whoHoldsNothingCannotUnlock() throws Exception {
        try (Actor ann = actor()) {
            DistributedLock lock = ann.lock(freshName());
            assertThatThrownBy(() -> ann.run(lock::unlock)).isInstanceOf(IllegalMonitorStateException.class);
            ann.run(lock::lock);
            ann.run(lock::unlock);
            assertThatThrownBy(() -> ann.run(lock::unlock)).isInstanceOf(IllegalMonitorStateException.class);
        }
    }
}
