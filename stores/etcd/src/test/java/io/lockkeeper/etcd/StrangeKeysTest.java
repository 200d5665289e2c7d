package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.lockkeeper.LeaseLoss.Reason;
import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Revocation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys that others left among those of locks. */
class StrangeKeysTest extends WithEtcd {

    private static final List<String> STRANGE = List.of(
            "lk1/l/",
            "lk1/l/orders",
            "lk1/l/orders/",
            "lk1/l/orders/x",
            "lk1/l/orders/a/b/c:1",
            "lk1/l/a%zz/x",
            "lk1/l//");

    @Test
    void thoseWithoutALeaseBlockNoLockAndAreNotListed() {
        STRANGE.forEach(key -> put(key, "", 0));
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Catalogue catalogue = (Catalogue) ann.store();
            assertThat(ann.answer(catalogue.list("", 100))).isEmpty();
            assertThat(ann.answer(catalogue.inspect("orders"))).isEmpty();
            assertThat(ann.answer(((Revocation) ann.store()).revoke("orders"))).isEmpty();
            ann.release(ann.hold("orders"));
            ann.listen();
            Grant grant = ann.hold("orders");
            put("lk1/l/orders/y", "", 0);
            put("lk1/l/orders/z", "", 0);
            Claim first = bob.queue("orders");
            put("lk1/l/orders/0", "", 0);
            Claim second = eve.queue("orders");
            bob.isRefused("orders");
            assertThat(ann.renew(LEASE, grant).renewed()).hasSize(1);
            assertThat(ann.answer(catalogue.list("", 100)))
                    .singleElement()
                    .satisfies(shown -> assertThat(shown.waiters()).hasSize(2));
            ann.release(grant);
            bob.release(bob.awaitGrant(first));
            eve.release(eve.awaitGrant(second));
            assertThat(ann.signals().heard())
                    .noneMatch(signal -> signal.toString().contains("Lost"));
        }
    }

    @Test
    void whoHoldsIsNotToldOfThoseWithoutALease() {
        try (Contender ann = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            put(
                    "lk1/l/orders/x",
                    "",
                    0); // Most likely before the place is watched, so that the look behind it finds it.
            eventually(
                    patience(),
                    () -> assertThat(etcd.metrics()).containsEntry("etcd_debugging_mvcc_watcher_total", 1.0));
            put("lk1/l/orders/y", "", 0);
            String own = keys().stream()
                    .filter(key -> key.contains(ann.holder().client()))
                    .findFirst()
                    .orElseThrow();
            ask(etcd.url(), KVGrpc.getDeleteRangeMethod(), Requests.delete(ByteString.copyFromUtf8(own)));
            ann.awaitSignal(new Signal.Lost("orders", grant.claim(), Reason.REVOKED));
            assertThat(ann.signals().heard()).noneMatch(Signal.Contended.class::isInstance);
        }
    }

    /** Another release of Lockkeeper may have written them, for a lock of another kind. */
    @Test
    void thoseWithALeaseAreTakenForHoldersAndCanBeRemoved() {
        long lease = ask(
                        etcd.url(),
                        LeaseGrpc.getLeaseGrantMethod(),
                        LeaseGrantRequest.newBuilder().setTTL(600).build())
                .getID();
        put("lk1/l/short", "", lease);
        for (String key : List.of("lk1/l/orders/x", "lk1/l/orders/c:0:1/1", "lk1/l/orders/c:0:3/5")) {
            put(key, "2\n1/1\n7\nweb\u009b-1\n4711\nmain\n12\nreport", lease);
            try (Contender ann = contender()) {
                ann.isRefused("orders");
                ann.hold("stock");
                assertThat(ann.answer(((Catalogue) ann.store()).list("", 100)))
                        .extracting(LockStatus::name)
                        .containsExactly("orders", "stock");
                Claim next = ann.queue("orders");
                assertThat(ann.answer(((Revocation) ann.store()).revoke("orders")))
                        .hasValueSatisfying(
                                holder -> assertThat(holder.description()).contains(key));
                ann.awaitGrant(next);
            }
        }
    }

    private void put(String key, String value, long lease) {
        ask(
                etcd.url(),
                KVGrpc.getPutMethod(),
                PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8(key))
                        .setValue(ByteString.copyFromUtf8(value))
                        .setLease(lease)
                        .build());
    }
}
