package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockListener;
import io.lockkeeper.store.Engine;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lease that is lost to its program is reported; what was closed is not kept by listeners that refer to it. */
class ForgottenLeasesTest extends TwoParties {

    @Test
    void aLeaseThatBecameUnreachableIsLogged() throws Exception {
        try (Logged log = Logged.withWarnings()) {
            dropLease("a");
            eventually(Party.PATIENCE, () -> {
                System.gc();
                assertThat(log.text())
                        .contains("A lease of the lock 'a' became unreachable without being closed")
                        .contains("Enable debug logging to see where.")
                        .doesNotContain("dropLease");
            });
        }
    }

    @Test
    void atDebugLevelTheLogSaysWhereItWasAcquired() throws Exception {
        try (Logged log = Logged.withDetails()) {
            dropLease("b");
            eventually(Party.PATIENCE, () -> {
                System.gc();
                assertThat(log.text()).contains("A lease of the lock 'b'").contains("ForgottenLeasesTest.dropLease");
            });
        }
    }

    @Test
    void aLeaseThatWasClosedOrLeftToExpireIsNotLogged() throws Exception {
        try (Logged log = Logged.withWarnings()) {
            holder.hold("closed").close();
            holder.hold("expires").letExpire();
            dropLease("dropped");
            eventually(Party.PATIENCE, () -> {
                System.gc();
                assertThat(log.text()).contains("'dropped'");
            });
            assertThat(log.text()).doesNotContain("'closed'").doesNotContain("'expires'");
        }
    }

    private void dropLease(String name) {
        assertThat(holder.hold(name).isHeld()).isTrue();
    }

    @Test
    void aClosedLeaseIsForgottenThoughItsListenerKnowsIt() {
        WeakReference<Lease> closed = closedLease();
        eventually(Party.PATIENCE, () -> {
            System.gc();
            assertThat(closed.get()).isNull();
        });
    }

    private WeakReference<Lease> closedLease() {
        Lease lease = holder.hold("a");
        lease.onLost(loss -> assertThat(lease.name()).isNotEmpty());
        lease.close();
        lease.onLost(loss -> assertThat(lease.name()).isNotEmpty());
        return new WeakReference<>(lease);
    }

    /** Its user's listener may keep leases, and the client refers to the listener. */
    @Test
    void aClosedClientIsForgottenThoughItsListenerKnowsItsLeases() {
        WeakReference<LockClient> closed = closedClient();
        eventually(Party.PATIENCE, () -> {
            System.gc();
            assertThat(closed.get()).isNull();
        });
    }

    private WeakReference<LockClient> closedClient() {
        List<Lease> kept = new ArrayList<>();
        LockListener listener = event -> assertThat(kept).isNotNull();
        LockClient client = Engine.load()
                .start(world.space().connect(), ClientOptions.defaults().withListener(listener));
        Lease lease = client.lock("a").tryAcquire().orElseThrow();
        kept.add(lease);
        lease.close();
        client.close();
        return new WeakReference<>(client);
    }
}
