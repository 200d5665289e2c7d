package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Tokens;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;

/** Somebody removes nodes by hand: no lock has two holders for it. */
class RemovedNodeTest extends WithZooKeeper {

    /** It came next, and would be first without another look when the holder lets go. */
    @Test
    void a_waiter_whose_node_was_removed_is_passed_over() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            Claim first = bob.queue("orders");
            Claim second = eve.queue("orders");
            remove(first);
            eventually(patience(), () -> assertThat(nodes("orders")).hasSize(2));
            ann.release(grant);
            eve.awaitGrant(second);
            // It is told that it has to ask again, and then stands at the end.
            bob.awaitSignal(new Signal.Free("orders"));
            assertThat(bob.signals().heard()).noneMatch(Signal.Granted.class::isInstance);
        }
    }

    @Test
    void a_holder_that_was_waited_for_before_is_told_when_its_node_is_removed() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            Claim first = bob.queue("orders");
            ann.release(grant);
            bob.awaitGrant(first);
            Claim second = eve.queue("orders");
            bob.awaitSignal(new Signal.Contended("orders"));
            remove(first);
            bob.awaitSignal(new Signal.Lost("orders", first.id(), LeaseLoss.Reason.REVOKED));
            eve.awaitGrant(second);
        }
    }

    /** Whoever watched it has to go on watching. */
    @Test
    void a_node_that_somebody_writes_to_is_not_gone() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            ann.awaitSignal(new Signal.Contended("orders"));
            ZooKeeper zk = new ZooKeeper("127.0.0.1:" + server.port(), 10_000, event -> {});
            try {
                for (String node : nodes("orders")) {
                    zk.setData("/lk1/orders/" + node, new byte[0], -1);
                }
            } finally {
                zk.close();
            }
            assertThat(bob.requeue(claim).ahead()).isZero();
            ann.release(grant);
            bob.awaitGrant(claim);
        }
    }

    /** By its grant alone, as from another process. */
    @Test
    void whoever_has_a_grant_can_release_it() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            Grant stale = new Grant("orders", grant.claim(), new Tokens(1, 1), grant.remaining(), false);
            Grant waiting = new Grant("orders", claim.id(), grant.tokens(), grant.remaining(), false);
            assertThat(eve.release(stale)).isInstanceOf(ReleaseOutcome.NotHeld.class);
            assertThat(eve.release(waiting)).isInstanceOf(ReleaseOutcome.NotHeld.class);
            assertThat(eve.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
            bob.awaitGrant(claim);
            assertThat(eve.release(grant)).isInstanceOf(ReleaseOutcome.NotHeld.class);
            assertThat(ann.renew(LEASE, grant).lost()).containsExactly(grant.claim());
        }
    }

    private void remove(Claim claim) throws Exception {
        String node = nodes("orders").stream()
                .filter(name -> name.startsWith(NodeName.prefix(claim.id(), claim.demand())))
                .findFirst()
                .orElseThrow();
        ZooKeeper zk = new ZooKeeper("127.0.0.1:" + server.port(), 10_000, event -> {});
        try {
            zk.delete("/lk1/orders/" + node, -1);
        } finally {
            zk.close();
        }
    }
}
