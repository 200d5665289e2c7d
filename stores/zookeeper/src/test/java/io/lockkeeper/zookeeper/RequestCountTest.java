package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.Terms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What locking costs the server, counted by it. Sessions are long, so that none of them beats meanwhile. */
class RequestCountTest extends WithZooKeeper {

    /** Writes and reads. */
    private record Cost(long writes, long reads) {}

    @Override
    public Store open() {
        return ZooKeeperStore.connect(StoreAddress.parse(server.url() + "?session=10m"));
    }

    @Test
    void an_uncontended_lock_and_unlock_are_two_writes_and_one_read() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            assertThat(cost(() -> ann.release(ann.hold("orders")))).isEqualTo(new Cost(2, 1));
        }
    }

    @Test
    void so_they_are_for_who_listens() {
        try (Contender ann = contender()) {
            ann.listen();
            ann.release(ann.hold("orders"));
            assertThat(cost(() -> ann.release(ann.hold(Contender.patient(ann.claim("orders"))))))
                    .isEqualTo(new Cost(2, 1));
        }
    }

    @Test
    void re_entry_costs_nothing() {
        try (LockClient client = Engine.load().start(open(), ClientOptions.defaults())) {
            DistributedLock lock = client.lock("orders");
            lock.lock();
            try {
                assertThat(cost(() -> reenter(lock))).isEqualTo(new Cost(0, 0));
            } finally {
                lock.unlock();
            }
        }
    }

    private static void reenter(DistributedLock lock) {
        for (int time = 0; time < 100; time++) {
            lock.lock();
            try {
                assertThat(lock.isHeldByCurrentThread()).isTrue();
            } finally {
                lock.unlock();
            }
        }
    }

    @Test
    void who_asks_again_and_again_in_vain_writes_nothing() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            bob.isRefused("orders");
            assertThat(cost(() -> bob.isRefused("orders"))).isEqualTo(new Cost(0, 2));
            assertThat(nodes("orders")).hasSize(1);
        }
    }

    @Test
    void a_hand_over_costs_one_write_and_one_read_for_any_number_of_waiters() {
        for (int waiters : new int[] {1, 30}) {
            String name = "line of " + waiters;
            try (Contender ann = contender();
                    Contender bob = contender();
                    Contender eve = contender()) {
                Grant grant = ann.hold(name);
                Claim first = bob.queue(name);
                crowd(eve, name, waiters - 1);
                Cost before = counted();
                ann.release(grant);
                bob.awaitGrant(first);
                // Its look at the line behind it may come after the grant.
                eventually(
                        patience(),
                        () -> assertThat(counted()).isEqualTo(new Cost(before.writes() + 1, before.reads() + 1)));
            }
        }
    }

    /** The one who lets go and stands in line again: a step of ZooKeeper's, a look at the line, and one at the node before its own. */
    @Test
    void a_hand_over_to_another_with_a_new_claim_costs_four() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.listen();
            ann.hold("orders");
            Claim first = bob.queue("orders");
            crowd(eve, "orders", 20);
            Grant held = ann.hold(claimOf(ann, "orders"));
            Claim next = Contender.patient(ann.claim("orders"));
            Cost cost = cost(() -> {
                ann.answer(((Exchange) ann.store()).exchange(held, next));
                bob.awaitGrant(first);
            });
            assertThat(cost).isEqualTo(new Cost(1, 3));
        }
    }

    @Test
    void a_renewal_is_one_request_for_any_number_of_locks() {
        try (Contender ann = contender()) {
            List<Grant> grants = new ArrayList<>();
            for (int index = 0; index < 2_000; index++) {
                grants.add(ann.hold("lock " + index));
            }
            Cost cost = cost(() -> assertThat(
                            ann.renew(LEASE, grants.toArray(Grant[]::new)).renewed())
                    .hasSize(2_000));
            assertThat(cost).isEqualTo(new Cost(0, 1));
        }
    }

    /** The contract's client has made one claim by then, which is held. */
    private static Claim claimOf(Contender client, String name) {
        Claim next = client.claim(name);
        return new Claim(name, new ClaimId(next.id().client(), 1), next.holder(), next.terms(), 1);
    }

    private static void crowd(Contender client, String name, int waiters) {
        for (int index = 0; index < waiters; index++) {
            Claim other = new Claim(name, new ClaimId("client" + index, 1), client.holder(), Terms.mutex(LEASE, 1), 1);
            assertThat(client.answer(client.store().claim(other))).isInstanceOf(ClaimOutcome.Queued.class);
        }
    }

    private Cost cost(Runnable deed) {
        Cost before = counted();
        deed.run();
        Cost after = counted();
        return new Cost(after.writes() - before.writes(), after.reads() - before.reads());
    }

    private Cost counted() {
        return new Cost(count("zk_cnt_updatelatency"), count("zk_cnt_readlatency"));
    }
}
