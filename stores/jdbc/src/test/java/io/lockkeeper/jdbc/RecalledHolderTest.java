package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.RecallOutcome;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A client that begins to listen when it holds a lock already learns of a recall, and of a forced release, long before it renews. */
@OnEveryDatabase
class RecalledHolderTest extends DatabaseOfKind {

    private static final ClientOptions RARELY_RENEWED = ClientOptions.defaults().withLease(Duration.ofHours(1));

    RecalledHolderTest(Kind kind) {
        super(kind);
    }

    private LockClient client() {
        return LockClient.connect(database().url("lockkeeper.timeout=30s"), RARELY_RENEWED);
    }

    @Test
    void itGivesTheLockUp() throws Exception {
        try (LockClient ann = client();
                LockClient bob = client()) {
            Lease lease = ann.lock("orders").acquire();
            lease.onRecalled(recall -> lease.close());
            RecallOutcome outcome = bob.recall().orElseThrow().recall("orders", PATIENCE);
            assertThat(outcome).isInstanceOf(RecallOutcome.Released.class);
            bob.lock("orders").tryAcquire().orElseThrow().close();
        }
    }

    /** Its renewals ask for nothing: they only look whether the lease is there. */
    @Test
    void itGivesUpAFixedLease() throws Exception {
        try (LockClient ann = client();
                LockClient bob = client()) {
            LockOptions fixed = LockOptions.defaults().withFixedLease(Duration.ofHours(1));
            Lease lease = ann.lock("orders", fixed).acquire();
            lease.onRecalled(recall -> lease.close());
            RecallOutcome outcome = bob.recall().orElseThrow().recall("orders", PATIENCE);
            assertThat(outcome).isInstanceOf(RecallOutcome.Released.class);
        }
    }

    @Test
    void itLearnsOfALoss() throws Exception {
        Queue<LeaseLoss> losses = new ConcurrentLinkedQueue<>();
        try (LockClient ann = client();
                LockClient bob = client()) {
            Lease lease = ann.lock("orders").acquire();
            lease.onLost(losses::add).onRecalled(recall -> {});
            assertThat(bob.forceRelease().orElseThrow().forceRelease("orders")).isPresent();
            Await.until("the loss is known", PATIENCE, () -> !losses.isEmpty());
        }
    }
}
