package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Grant;
import org.junit.jupiter.api.Test;

/** Nodes, watches and containers do not pile up. */
class NothingIsLeftTest extends WithZooKeeper {

    NothingIsLeftTest() {
        super("-Dznode.container.checkIntervalMs=200");
    }

    @Test
    void the_node_of_a_lock_goes_some_time_after_its_last_claim() {
        try (Contender ann = contender()) {
            for (int index = 0; index < 50; index++) {
                ann.release(ann.hold("lock " + index));
            }
            eventually(patience(), () -> assertThat(children("/lk1")).isEmpty());
            Grant grant = ann.hold("lock 1");
            assertThat(children("/lk1")).containsExactly("lock%201");
            ann.release(grant);
        }
    }

    /** The name's node may be removed between any two of these requests. */
    @Test
    void a_line_that_is_removed_just_now_is_made_again() {
        try (Contender ann = contender()) {
            long last = 0;
            for (int turn = 0; turn < 400; turn++) {
                Grant grant = ann.hold("lock " + turn % 3);
                assertThat(grant.firstToken()).isGreaterThan(last);
                last = grant.lastToken();
                ann.release(grant);
            }
        }
    }

    @Test
    void who_gives_up_waiting_leaves_neither_a_node_nor_more_than_one_watch() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            for (int time = 0; time < 100; time++) {
                bob.withdraw(bob.queue("orders"), false);
            }
            assertThat(nodes("orders")).hasSize(1);
            // Of the node before its own, and of who joins, for it was to be expected to be first.
            assertThat(count("zk_watch_count")).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void who_asks_in_vain_leaves_nothing() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            for (int time = 0; time < 10; time++) {
                bob.isRefused("orders");
                assertThat(nodes("orders")).hasSize(1);
            }
            assertThat(count("zk_watch_count")).isZero();
        }
    }
}
