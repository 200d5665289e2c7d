package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The nodes of recalls: where they are, whose they are, and that neither they nor watches are left. */
class RecallNodesTest extends WithZooKeeper {

    private static Optional<Asked> recall(Contender client, String name) {
        return client.answer(((Recall) client.store()).recall(name, null));
    }

    private static boolean isRecalled(Contender client, Grant grant) {
        return client.answer(((Recall) client.store()).isRecalled(grant));
    }

    /** To any release, a node without a number is no claim. */
    @Test
    void a_recall_stands_in_no_line() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            assertThat(recall(eve, "orders")).isPresent();
            assertThat(nodes("orders"))
                    .hasSize(3)
                    .filteredOn(node -> NodeName.parse(node) == null)
                    .singleElement()
                    .asString()
                    .startsWith(grant.claim() + ".1-of-1#")
                    .endsWith(".recalled");
            assertThat(ann.answer(((Catalogue) ann.store()).inspect("orders"))
                            .orElseThrow()
                            .waiters())
                    .containsExactly(bob.holder());
            ann.release(grant);
            bob.awaitGrant(next);
        }
    }

    /** Their session's nodes are compared with what is known of claims. */
    @Test
    void beats_and_renewals_of_who_recalls_and_of_who_is_recalled_keep_the_node() {
        try (Contender ann = new ShortSessions().contender()) {
            Grant grant = ann.hold("orders");
            assertThat(recall(ann, "orders")).isPresent();
            assertThat(ann.renew(Duration.ofSeconds(4), grant).renewed()).hasSize(1);
            ((ZooKeeperStore) ann.store()).session().ask().sync("/").join();
            elapse(Duration.ofSeconds(3)); // Of a session of 4 s, two beats.
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }

    /** With a short session. */
    private final class ShortSessions implements StoreFixture {
        @Override
        public Store open() {
            return WithZooKeeper.open(server.url() + "?session=4s");
        }
    }

    @Test
    void who_recalls_removes_the_node_when_it_finds_the_holder_gone() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            recall(bob, "orders");
            ann.release(grant);
            assertThat(nodes("orders")).hasSize(1);
            assertThat(recall(bob, "orders")).isEmpty();
            eventually(patience(), () -> assertThat(nodes("orders")).isEmpty());
        }
    }

    @Test
    void the_node_goes_with_who_made_it() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            try (Contender bob = contender()) {
                recall(bob, "orders");
                assertThat(isRecalled(ann, grant)).isTrue();
            }
            eventually(patience(), () -> assertThat(isRecalled(ann, grant)).isFalse());
        }
    }

    @Test
    void a_holder_that_watched_for_its_recall_leaves_no_watch_however_it_leaves() {
        try (Contender ann = contender()) {
            ann.listen();
            Grant held = null;
            for (int turn = 0; turn < 20; turn++) {
                if (held == null) {
                    held = ann.hold("orders");
                } else {
                    Claim next = ann.claim("orders");
                    ann.answer(((Exchange) ann.store()).exchange(held, next));
                    held = ann.hold(next);
                }
                assertThat(isRecalled(ann, held)).isFalse();
                assertThat(isRecalled(ann, held)).isFalse();
                if (turn % 3 == 0) {
                    ann.release(held);
                    held = null;
                }
            }
            long holding = held == null ? 0 : 1;
            // Of the line, and of the recall of who holds now.
            eventually(patience(), () -> assertThat(count("zk_watch_count")).isLessThanOrEqualTo(1 + holding));
        }
    }

    @Test
    void a_recall_is_not_taken_for_somebody_who_waits() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            for (int times = 0; times < 3; times++) {
                recall(bob, "orders");
                awaitAnswers(ann); // By then it has heard that its line changed, and looked why.
                awaitAnswers(ann);
                awaitAnswers(ann);
                assertThat(ann.signals().heard()).isEmpty();
                removeRecalls("orders");
            }
            Claim next = bob.queue("orders");
            ann.awaitSignal(new Signal.Contended("orders"));
            ann.release(grant);
            bob.awaitGrant(next);
        }
    }

    private void awaitAnswers(Contender client) {
        client.answer(((ZooKeeperStore) client.store()).session().ask().sync("/"));
    }

    private void removeRecalls(String name) {
        try (Administrator zk = administrator()) {
            for (String node : nodes(name)) {
                if (Recalls.isRecall(node)) {
                    zk.delete(new Layout("").lock(name) + '/' + node, -1);
                }
            }
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    /** Who is first may be another by the time that its node is read, or made, again and again. */
    @Test
    void a_lock_that_passes_from_hand_to_hand_is_recalled_all_the_same() {
        try (TcpProxy network = server.proxy();
                Contender ann = contender();
                Contender bob = new Through(server.url(network)).contender()) {
            Grant first = ann.hold("orders");
            List<Claim> line = new ArrayList<>();
            for (int place = 0; place < 1_000; place++) {
                line.add(ann.queue("orders"));
            }
            network.delay(Duration.ofMillis(5));
            CompletableFuture<Optional<Asked>> recalling =
                    ((Recall) bob.store()).recall("orders", null).toCompletableFuture();
            ann.release(first);
            for (int place = 0; place < 999 && !recalling.isDone(); place++) {
                ann.withdraw(line.get(place), false);
            }
            assertThat(recalling).succeedsWithin(patience()).matches(Optional::isPresent, "somebody was asked");
        }
    }

    /** Who is first may be gone each time that its node is to be deleted. */
    @Test
    void who_takes_a_lock_that_passes_from_hand_to_hand_gets_it_or_is_told_why_not() {
        try (TcpProxy network = server.proxy();
                Contender ann = contender();
                Contender bob = new Through(server.url(network)).contender()) {
            Grant first = ann.hold("orders");
            List<Claim> line = new ArrayList<>();
            for (int place = 0; place < 1_000; place++) {
                line.add(ann.queue("orders"));
            }
            recall(bob, "orders");
            network.delay(Duration.ofMillis(5));
            CompletableFuture<Optional<Holder>> revoking =
                    ((Revocation) bob.store()).revoke("orders").toCompletableFuture();
            ann.release(first);
            for (int place = 0; place < 999 && !revoking.isDone(); place++) {
                ann.withdraw(line.get(place), false);
            }
            assertThat(revoking.handle((holder, failure) -> failure == null
                            ? holder.isPresent()
                            : String.valueOf(failure.getMessage())
                                    .contains("had another holder each time that it was read")))
                    .succeedsWithin(patience())
                    .isEqualTo(true);
        }
    }

    /** As after a recall that came while the connection was broken. */
    @Test
    void a_recall_is_told_of_once_the_holder_is_connected_again() {
        try (TcpProxy network = server.proxy();
                Contender bob = contender()) {
            Contender ann = new Through(server.url(network)).contender();
            ann.listen();
            Grant grant = ann.hold("orders");
            assertThat(isRecalled(ann, grant)).isFalse();
            network.freeze();
            network.dropConnections();
            assertThat(recall(bob, "orders")).isPresent();
            network.heal();
            ann.awaitSignal(new Signal.MayBeRecalled("orders", grant.claim()));
            ann.close();
        }
    }

    /** By another way than the others. */
    private record Through(String url) implements StoreFixture {
        @Override
        public Store open() {
            return WithZooKeeper.open(url);
        }

        @Override
        public Duration patience() {
            return Duration.ofSeconds(30);
        }
    }
}
