package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The promise that a fixed lease ends when it was to end, released or not, and that its holder is told. */
public interface FixedLeasePromise extends LockFixture {

    /** Then others have their turn. */
    @Test
    default void aFixedLeaseEnds() throws Exception {
        String name = freshName();
        CompletableFuture<LeaseLoss> loss = new CompletableFuture<>();
        try (Actor ann = actor();
                Actor bob = actor()) {
            LockOptions fixed =
                    LockOptions.defaults().withFixedLease(SHORT_LEASE).withOnLost(loss::complete);
            Lease lease = ann.call(() -> ann.lock(name).acquire(fixed));
            lease.remaining().ifPresent(left -> assertThat(left).isLessThanOrEqualTo(SHORT_LEASE));
            Lease his = bob.acquire(name);
            assertThat(lease.isHeld())
                    .as("the first lease, when the second began")
                    .isFalse();
            assertThat(Eventually.answer(patience(), loss).reason()).isEqualTo(LeaseLoss.Reason.EXPIRED);
            assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
            assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
            assertThat(his.isHeld()).isTrue();
        }
    }

    /** It is an ordinary release. */
    @Test
    default void aFixedLeaseMayBeClosedBefore() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease lease =
                    ann.call(() -> ann.lock(name).acquire(LockOptions.defaults().withFixedLease(LEASE)));
            lease.close();
            assertThat(bob.tryAcquire(name)).isPresent();
        }
    }
}
