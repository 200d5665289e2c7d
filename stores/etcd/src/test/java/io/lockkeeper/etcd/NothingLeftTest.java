package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Neither keys nor leases nor watches pile up. */
class NothingLeftTest extends WithEtcd {

    @Override
    public Store open() {
        return open(etcd.url() + "?timeout=10s&ttl=2s");
    }

    @Test
    void afterLocksWereHeldAndWaitedForAndGivenUpThereIsNoKeyAndNoWatch() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            for (int turn = 0; turn < 20; turn++) {
                Grant grant = ann.hold("orders");
                Claim first = bob.queue("orders");
                Claim second = eve.queue("orders");
                ann.release(grant);
                bob.withdraw(second, false);
                bob.withdraw(first, false);
                eve.withdraw(second, false);
            }
            assertThat(keys()).isEmpty();
            eventually(
                    patience(),
                    () -> assertThat(etcd.metrics()).containsEntry("etcd_debugging_mvcc_watcher_total", 0.0));
        }
    }

    /** All withdrawals of some minutes share the lease by which they go. */
    @Test
    void theMarksOfWithdrawalsBelongToALeaseThatNobodyKeeps() {
        try (Contender ann = contender()) {
            for (int turn = 0; turn < 20; turn++) {
                ann.withdraw(ann.claim("orders"), true);
            }
            assertThat(keys()).hasSize(20).allMatch(key -> key.startsWith("lk1/w/orders/"));
            assertThat(leases()).isEqualTo(1);
        }
    }

    @Test
    void aSessionThatNobodyUsesIsGivenBackAndNotKept() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            assertThat(leases()).isEqualTo(1);
            eventually(patience(), () -> assertThat(leases()).isZero());
            long kept = etcd.requests().getOrDefault("LeaseKeepAlive", 0L);
            assertThat(etcd.requests()).containsEntry("LeaseRevoke", 1L);
            elapse(Duration.ofSeconds(2));
            assertThat(etcd.requests().getOrDefault("LeaseKeepAlive", 0L)).isEqualTo(kept);
            ann.release(ann.hold("orders"));
        }
    }

    @Test
    void aSessionThatIsUsedIsKeptWithoutRenewals() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            elapse(Duration.ofSeconds(5));
            bob.isRefused("orders");
        }
    }

    @Test
    void aClosedStoreLeavesNoLease() {
        Contender ann = contender();
        ann.hold("orders");
        ann.close();
        eventually(patience(), () -> assertThat(leases()).isZero());
        assertThat(keys()).isEmpty();
    }
}
