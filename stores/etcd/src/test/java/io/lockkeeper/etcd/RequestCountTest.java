package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What locks cost is counted in requests, as the server sees them; on the stream of watches, in messages. */
class RequestCountTest extends WithEtcd {

    /** So long a session that it is not kept meanwhile. */
    @Override
    public Store open() {
        return open(etcd.url() + "?timeout=10s&ttl=10m");
    }

    @Test
    void aLockThatNobodyElseWantsIsTwoRequests() {
        try (Contender ann = contender()) {
            ann.listen();
            assertThat(requestsOf(() -> ann.release(ann.hold("orders")))).containsEntry("LeaseGrant", 1L);
            // On a busy machine it may be held for longer, and is watched then, as below.
            eventually(
                    patience(),
                    () -> assertThat(requestsOf(() -> ann.release(ann.hold("orders"))))
                            .isEqualTo(Map.of("Txn", 1L, "DeleteRange", 1L)));
        }
    }

    @Test
    void reEntryIsNone() {
        try (LockClient client = Engine.load().start(open(), ClientOptions.defaults())) {
            DistributedLock lock = client.lock("orders");
            assertThat(lock.tryLock()).isTrue();
            Map<String, Long> requests = requestsOf(() -> {
                assertThat(lock.tryLock()).isTrue();
                lock.unlock();
            });
            lock.unlock();
            assertThat(requests).isEmpty();
        }
    }

    @Test
    void anAttemptThatIsRefusedIsOneRequestAndLeavesNothing() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            bob.hold("other orders");
            assertThat(requestsOf(() -> bob.isRefused("orders"))).isEqualTo(Map.of("Txn", 1L));
            assertThat(keys()).hasSize(2);
        }
    }

    @Test
    void anExchangeIsOneRequest() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            assertThat(requestsOf(() -> ann.answer(((Exchange) ann.store()).exchange(grant, ann.claim("orders")))))
                    .isEqualTo(Map.of("Txn", 1L));
        }
    }

    /** Once the watch has begun, it looks whether it missed anything. */
    @Test
    void waitingIsAClaimAWatchAndALook() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            bob.hold("other orders");
            Map<String, Long> waiting = requestsOf(() -> {
                long looks = etcd.requests().getOrDefault("Range", 0L);
                bob.queue("orders");
                eventually(
                        patience(),
                        () -> assertThat(etcd.requests().getOrDefault("Range", 0L))
                                .isEqualTo(looks + 1));
            });
            assertThat(waiting).isEqualTo(Map.of("Txn", 1L, "Watch", 1L, "Range", 1L));
        }
    }

    /**
     * The release, the look of the one that is woken, the end of its watch, and that for who would take its lock away. A
     * server may tell of a deletion a moment before it shows it; then the look and the watch are made once more.
     */
    @Test
    void aHandOverWakesOneHoweverManyWait() {
        for (int waiters : new int[] {3, 200}) {
            Map<String, Long> requests = handOver("orders of " + waiters, waiters);
            assertThat(requests).as("with %d waiters", waiters).containsOnlyKeys("DeleteRange", "Range", "Watch");
            assertThat(requests).containsEntry("DeleteRange", 1L);
            assertThat(requests.get("Range")).isBetween(1L, 2L);
            assertThat(requests.get("Watch")).isBetween(2L, 4L);
        }
    }

    /** So many can be read by one request; of more, the leader is asked for all that the session has. */
    @Test
    void aRenewalIsTwoRequestsForUpTo128LocksAndThreeForAnyNumber() {
        try (Contender ann = contender()) {
            List<Grant> grants = new ArrayList<>();
            for (int index = 0; index < 300; index++) {
                grants.add(ann.hold("lock " + index));
            }
            assertThat(renewalOf(ann, grants.subList(0, 128))).isEqualTo(Map.of("LeaseKeepAlive", 1L, "Txn", 1L));
            assertThat(renewalOf(ann, grants))
                    .isEqualTo(Map.of("LeaseKeepAlive", 1L, "LeaseTimeToLive", 1L, "Txn", 1L));
        }
    }

    private Map<String, Long> renewalOf(Contender ann, List<Grant> grants) {
        Grant[] all = grants.toArray(Grant[]::new);
        return requestsOf(() -> assertThat(ann.renew(LEASE, all).renewed()).hasSize(all.length));
    }

    /** Who lets go soon is not told whether others wait; who does not asks for it by one message, taken back by another. */
    @Test
    void aLockThatIsHeldForLongerIsWatched() {
        try (Contender ann = contender()) {
            ann.listen();
            List<Grant> held = new ArrayList<>();
            held.add(ann.hold("orders"));
            eventually(patience(), () -> assertThat(etcd.requests()).containsEntry("Watch", 1L));
            ann.release(held.get(0));
            eventually(patience(), () -> assertThat(etcd.requests()).containsEntry("Watch", 2L));
        }
    }

    private Map<String, Long> handOver(String name, int waiters) {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            long looks = etcd.requests().getOrDefault("Range", 0L);
            Claim first = bob.queue(name);
            eve.listen();
            for (int index = 1; index < waiters; index++) {
                Claim other = new Claim(name, new ClaimId("client" + index, 1), eve.holder(), Terms.mutex(LEASE, 1), 1);
                ann.answer(eve.store().claim(other));
            }
            double watches = waiters + 0.0;
            eventually(
                    patience(),
                    () -> assertThat(etcd.metrics()).containsEntry("etcd_debugging_mvcc_watcher_total", watches));
            eventually(
                    patience(),
                    () -> assertThat(etcd.requests().getOrDefault("Range", 0L))
                            .isGreaterThanOrEqualTo(looks + waiters));
            long messages = Objects.requireNonNull(etcd.requests().get("Watch"));
            Map<String, Long> requests = requestsOf(() -> {
                ann.release(grant);
                assertThat(bob.awaitGrant(first).contended()).isTrue();
                eventually(
                        patience(),
                        () -> assertThat(etcd.requests().get("Watch")).isGreaterThanOrEqualTo(messages + 2));
            });
            assertThat(eve.signals().heard()).noneMatch(Signal.Granted.class::isInstance);
            return requests;
        }
    }
}
