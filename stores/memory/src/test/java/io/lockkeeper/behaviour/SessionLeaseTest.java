package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.faults.Request;
import io.lockkeeper.faults.SessionBoundStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store with sessions is asked for what a session can give, and believed no longer than that. */
class SessionLeaseTest {

    private final World world = new World();
    private final World.Bound bound = world.sessionBoundClient();
    private final Party holder = bound.party();
    private final SessionBoundStore store = bound.store();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void noMoreIsAskedForThanASessionCanGive() {
        Lease lease = holder.hold("a");
        assertThat(lease.remaining().orElseThrow()).isLessThanOrEqualTo(SessionBoundStore.LONGEST);
        world.pass(Duration.ofMinutes(10));
        assertThat(lease.isHeld()).isTrue();
        assertThat(store.asked()).isEqualTo(SessionBoundStore.LONGEST);
        assertThat(holder.requests().sent(Request.RENEW))
                .as("once in a third of 10 s")
                .isBetween(170, 190);
    }

    @Test
    void aLeaseLastsNoLongerThanARenewalFoundLeftOfTheSession() {
        Lease lease = holder.hold("a");
        Duration left = Duration.ofSeconds(7);
        store.leave(left);
        world.pass(Duration.ofSeconds(4));
        assertThat(holder.requests().sent(Request.RENEW)).isEqualTo(1);
        assertThat(lease.remaining().orElseThrow()).isLessThanOrEqualTo(left);
    }

    @Test
    void aFixedLeaseThatIsLongerThanASessionIsKeptToItsEnd() {
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofMinutes(1)));
        world.pass(Duration.ofSeconds(58));
        assertThat(lease.isHeld()).isTrue();
        world.pass(Duration.ofSeconds(2));
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void anHeirIsToldOfALossInAThirdOfItsOwnLease() {
        Lease before = holder.hold("a");
        CompletableFuture<Lease> waits =
                holder.await("a", LockOptions.defaults().withRenewedLease(Duration.ofSeconds(3)));
        before.close();
        Lease heir = Party.answer(waits);
        world.client().locks().forceRelease().orElseThrow().forceRelease("a");
        world.pass(Duration.ofSeconds(1));
        assertThat(heir.isHeld()).isFalse();
    }

    @Test
    void anExtensionTellsOfALossThoughTheSessionLastsLonger() {
        Lease lease = holder.hold("a");
        LeaseId id = lease.id();
        lease.extend(Duration.ofSeconds(5));
        assertThat(world.client().locks().release(id)).isTrue();
        assertThatThrownBy(() -> lease.extend(Duration.ofSeconds(4))).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void anEndThatTheHoldersProcessKeepsIsNotExtendedFromElsewhere() {
        Lease lease = holder.hold("a");
        LeaseId id = lease.id();
        lease.letExpire();
        assertThatThrownBy(() -> holder.locks().extend(id, Duration.ofHours(1)))
                .isInstanceOf(WeakGuaranteeException.class)
                .hasMessageContaining("a store of sessions");
    }
}
