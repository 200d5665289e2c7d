package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The promise that a lease belongs to who has it in hand, whatever the thread. */
public interface HandlePromise extends LockFixture {

    /** As asynchronous code does. */
    @Test
    default void aLeaseAcquiredInOneThreadIsReleasedInAnother() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease lease = ann.acquire(name);
            assertThat(lease.isHeld()).isTrue();
            assertThat(ann.client().held())
                    .singleElement()
                    .satisfies(held -> assertThat(held.id()).isEqualTo(lease.id()));
            bob.run(lease::close);
            assertThat(lease.isHeld()).isFalse();
            assertThat(ann.client().held()).isEmpty();
            assertThat(bob.tryAcquire(name)).isPresent();
        }
    }

    /** Only the first call does anything; the next holder is not harmed. */
    @Test
    default void aLeaseMayBeClosedTwice() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease lease = ann.acquire(name);
            lease.close();
            Lease his = bob.acquire(name);
            lease.close();
            Eventually.answer(patience(), lease.closeAsync());
            assertThat(his.isHeld()).isTrue();
            his.ensureHeld();
            assertThatThrownBy(lease::ensureHeld).isInstanceOf(NotHeldException.class);
            assertThat(lease.remaining()).contains(Duration.ZERO);
            assertThat(ann.tryAcquire(name)).isEmpty();
        }
    }

    /** Handles do not re-enter, not even in the same thread. */
    @Test
    default void aSecondAcquisitionIsANewContender() throws Exception {
        String name = freshName();
        try (Actor ann = actor()) {
            Lease lease = ann.acquire(name);
            assertThat(ann.tryAcquire(name)).isEmpty();
            assertThat(ann.tryLock(name)).isFalse();
            lease.close();
            assertThat(ann.tryAcquire(name)).isPresent();
        }
    }

    /** Really waits, for longer than the lease. */
    @Test
    default void aRenewedLeaseLastsUntilItIsClosed() throws Exception {
        withShortTime((name, time) -> {
            try (Actor ann = actor();
                    Actor bob = actor()) {
                Lease lease = ann.call(
                        () -> ann.lock(name).acquire(LockOptions.defaults().withRenewedLease(time)));
                for (int part = 0; part < 5; part++) {
                    elapse(time.dividedBy(2));
                    lease.ensureHeld();
                    assertThat(bob.tryAcquire(name)).isEmpty();
                }
                lease.close();
                assertThat(bob.tryAcquire(name)).isPresent();
            }
        });
    }
}
