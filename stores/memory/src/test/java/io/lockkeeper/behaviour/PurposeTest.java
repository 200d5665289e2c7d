package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lock that is declared for more than its store guarantees is refused before it is used. */
class PurposeTest {

    private final World world = new World();
    private final Party client = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aLockForAPurposeThatTheStoreRefusesIsRefusedWithTheReason() {
        LockOptions correctness = LockOptions.defaults().withPurpose(Purpose.CORRECTNESS);
        assertThatThrownBy(() -> client.locks().lock("a", correctness))
                .isInstanceOf(WeakGuaranteeException.class)
                .hasMessageContaining("'a'")
                .hasMessageContaining("CORRECTNESS")
                .hasMessageContaining("fencing tokens");
        assertThatThrownBy(() -> client.locks().lock("a").acquire(correctness))
                .isInstanceOf(WeakGuaranteeException.class);
        assertThat(client.requests().sent()).isZero();
    }

    @Test
    void aLockForAPurposeThatTheStoreIsFitForIsGranted() {
        assertThat(client.hold("a", LockOptions.defaults().withPurpose(Purpose.FENCED))
                        .token())
                .isPositive();
    }

    @Test
    void aLeaseThatEndsByItselfIsNotForWorkThatOnlyTheLockProtects() {
        Party kept = world.sessionBoundClient().party(); // Its leases end with the process, it says.
        LockOptions correctness = LockOptions.defaults().withPurpose(Purpose.CORRECTNESS);
        assertThatThrownBy(() -> kept.locks().lock("a", correctness.withFixedLease(Duration.ofHours(1))))
                .isInstanceOf(WeakGuaranteeException.class)
                .hasMessageContaining("a fixed lease");
        Lease lease = kept.hold("a", correctness);
        assertThatThrownBy(() -> lease.extend(Duration.ofHours(1)))
                .isInstanceOf(WeakGuaranteeException.class)
                .hasMessageContaining("a fixed lease");
        assertThat(lease.isHeld()).isTrue();
    }
}
