package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A place that nobody wants any more is deleted, though its session goes on and whoever gave it up does not ask again. */
class OrphansTest extends WithEtcd {

    private final TcpProxy network = etcd.proxy();
    private final Contender ann = contender(etcd.url(network) + "?timeout=2s&ttl=8s");

    @Override
    public Store open() {
        return open(etcd.url() + "?timeout=10s&ttl=10m");
    }

    @Test
    void aReleaseThatWasGivenUpIsMadeAllTheSame() {
        try (Contender bob = contender()) {
            ann.hold("kept"); // So the session lives on.
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            failWhileCutOff(ann.store()::release, grant);
            bob.awaitGrant(next);
            assertThat(ann.send(ann.claim("kept"))).isNotNull();
        }
    }

    @Test
    void aWithdrawalThatWasGivenUpIsMadeAllTheSame() {
        try (Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = bob.hold("orders");
            ann.hold("kept");
            Claim withdrawn = ann.queue("orders");
            Claim next = eve.queue("orders");
            failWhileCutOff(claim -> ann.store().withdraw(claim, false), withdrawn);
            bob.release(grant);
            eve.awaitGrant(next);
        }
    }

    /** It may be left by a request of which nobody knows the outcome. */
    @Test
    void aKeyOfTheSessionThatBelongsToNoClaimIsDeleted() {
        ann.hold("kept");
        String client = ann.holder().client();
        ask(
                etcd.url(),
                KVGrpc.getPutMethod(),
                PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8("lk1/l/orders/" + client + ":0:1/1"))
                        .setLease(((EtcdStore) ann.store()).lease())
                        .build());
        failWhileCutOff(ann.store()::claim, ann.claim("stock"));
        eventually(
                patience(),
                () -> assertThat(keys())
                        .noneMatch(key -> key.startsWith("lk1/l/orders/"))
                        .anyMatch(key -> key.startsWith("lk1/l/kept/")));
        try (Contender bob = contender()) {
            bob.hold("orders");
        }
    }

    private <T> void failWhileCutOff(Function<T, CompletionStage<?>> call, T argument) {
        network.freezeRequests();
        assertThat(call.apply(argument)).failsWithin(patience());
        network.heal();
    }

    @AfterEach
    void closeNetwork() {
        ann.close();
        network.close();
    }
}
