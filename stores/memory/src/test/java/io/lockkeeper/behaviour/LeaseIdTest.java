package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Leases that are released and extended by their ids. */
class LeaseIdTest extends TwoParties {

    @Test
    void aLeaseIsReleasedAndExtendedByItsIdFromElsewhere() {
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofSeconds(10)));
        LeaseId id = LeaseId.parse(lease.id().toString());
        assertThat(rival.locks().extend(id, Duration.ofMinutes(1))).isTrue();
        world.pass(Duration.ofSeconds(59));
        assertThat(rival.isFree("a")).isFalse();
        assertThat(rival.locks().release(id)).isTrue();
        assertThat(rival.isFree("a")).isTrue();
        assertThat(rival.locks().release(id)).isFalse();
        assertThat(rival.locks().extend(id, Duration.ofMinutes(1))).isFalse();
    }

    @Test
    void aLeaseIsToldThatItWasReleasedByItsIdThoughItIsFixed() {
        List<LeaseLoss> told = new CopyOnWriteArrayList<>();
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofHours(1)))
                .onLost(told::add);
        assertThat(holder.locks().release(lease.id())).isTrue();
        assertThat(lease.isHeld()).isFalse();
        eventually(Party.PATIENCE, () -> assertThat(told).hasSize(1));
    }

    @Test
    void anIdDoesNotOutliveItsHolding() {
        Lease first = holder.hold("a");
        LeaseId id = first.id();
        CompletableFuture<Lease> second = holder.await("a");
        first.close();
        Lease heir = Party.answer(second);
        assertThat(rival.locks().release(id)).isFalse();
        assertThat(rival.isFree("a")).isFalse();
        heir.close();

        Lease unnamed = holder.hold("b");
        CompletableFuture<Lease> next = holder.await("b");
        unnamed.close();
        Party.answer(next);
        assertThatThrownBy(unnamed::id).isInstanceOf(NotHeldException.class);
    }
}
