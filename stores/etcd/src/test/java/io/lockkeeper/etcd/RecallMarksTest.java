package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The keys of recalls: where they are, what they cost, and that they go. */
class RecallMarksTest extends WithEtcd {

    private static void recall(Contender client, String name) {
        assertThat(client.answer(((Recall) client.store()).recall(name, null))).isPresent();
    }

    private static boolean isRecalled(Contender client, Grant grant) {
        return client.answer(((Recall) client.store()).isRecalled(grant));
    }

    /** Where older releases leave marks, of which they look at those of their claims only. */
    @Test
    void aMarkIsNotInTheLineAndBelongsToALeaseThatNobodyKeeps() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("a/b");
            for (int times = 0; times < 5; times++) {
                recall(bob, "a/b");
            }
            long revision = grant.firstToken() >> 16;
            assertThat(keys())
                    .filteredOn(key -> !key.startsWith("lk1/l/"))
                    .containsExactly("lk1/w/a%2Fb/recall/" + revision);
            assertThat(leases()).as("the session, and that of the mark").isEqualTo(2);
            Claim next = bob.queue("a/b");
            ann.release(grant);
            bob.awaitGrant(next);
        }
    }

    @Test
    void whoListensWatchesItsRecallOnceItHasAskedAndNoLongerThanItHolds() {
        try (Contender ann = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            for (int times = 0; times < 5; times++) {
                assertThat(isRecalled(ann, grant)).isFalse();
            }
            // The line, and the mark.
            eventually(
                    patience(),
                    () -> assertThat(etcd.metrics()).containsEntry("etcd_debugging_mvcc_watcher_total", 2.0));
            ann.release(grant);
            eventually(
                    patience(),
                    () -> assertThat(etcd.metrics()).containsEntry("etcd_debugging_mvcc_watcher_total", 0.0));
        }
    }

    @Test
    void whoDoesNotListenWatchesNothing() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            assertThat(isRecalled(ann, grant)).isFalse();
            recall(bob, "orders");
            assertThat(isRecalled(ann, grant)).isTrue();
            assertThat(etcd.metrics().getOrDefault("etcd_debugging_mvcc_watcher_total", 0.0))
                    .isZero();
        }
    }

    /** As after a message that was lost with its connection. */
    @Test
    void aRecallWhileTheServerWasAwayIsToldOf() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            assertThat(isRecalled(ann, grant)).isFalse();
            etcd.restart();
            etcd.awaitHealth();
            eventually(
                    patience(),
                    () -> assertThat(((Recall) bob.store()).recall("orders", null))
                            .succeedsWithin(patience()));
            ann.awaitSignal(new Signal.MayBeRecalled("orders", grant.claim()));
        }
    }

    /** Who is first may be another by the time that its mark is left, again and again. */
    @Test
    void aLockThatPassesFromHandToHandIsNotTakenForFree() {
        try (TcpProxy network = etcd.proxy();
                Contender ann = contender();
                Contender bob = contender(etcd.url(network) + "?timeout=10s")) {
            Grant first = ann.hold("orders");
            List<Claim> line = new ArrayList<>();
            for (int place = 0; place < 300; place++) {
                line.add(ann.queue("orders"));
            }
            recall(bob, "orders");
            network.delay(Duration.ofMillis(10));
            CompletableFuture<Optional<Asked>> recalling =
                    ((Recall) bob.store()).recall("orders", null).toCompletableFuture();
            ann.release(first);
            for (int place = 0; place < 299 && !recalling.isDone(); place++) {
                ann.withdraw(line.get(place), false);
            }
            assertThat(recalling).succeedsWithin(patience()).matches(Optional::isPresent, "somebody was asked");
        }
    }
}
