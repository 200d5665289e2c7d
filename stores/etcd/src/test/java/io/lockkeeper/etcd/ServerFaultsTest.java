package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What calls answer while the server fails or can't be reached, and afterwards. */
class ServerFaultsTest extends WithNetwork {

    @Test
    void locksOutliveACrashOfTheServerAndTokensGoOn() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            for (int crash = 0; crash < 2; crash++) {
                etcd.kill();
                assertUnavailable(() -> ann.store().claim(ann.claim("other")));
                etcd.restart();
                etcd.awaitHealth();
            }
            eventually(
                    patience(),
                    () -> assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim()));
            ann.release(grant);
            Grant second = bob.awaitGrant(next);
            assertThat(second.firstToken()).isGreaterThan(grant.lastToken());
            bob.release(second);
            etcd.restart();
            etcd.awaitHealth();
            eventually(
                    patience(),
                    () -> assertThat(ann.hold("orders").firstToken()).isGreaterThan(second.lastToken()));
        }
    }

    @Test
    void aPausedServerIsSaidNotToAnswerAndWhatItDidIsFound() {
        try (Contender ann = impatient();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            etcd.pause();
            assertUnavailable(() -> ann.store().release(grant), true, "did not answer in time");
            etcd.resume();
            // Whether the release was carried out or not, it is when it is sent again.
            eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
            bob.awaitGrant(next);
        }
    }

    @Test
    void whatHappensWhileAWaiterIsCutOffReachesItAfterwards() {
        try (Contender ann = contender();
                Contender bob = throughTheNetwork()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            network.cut();
            ann.release(grant);
            network.heal();
            bob.awaitGrant(next);
        }
    }

    /** The server has forgotten what the waiter has not seen. */
    @Test
    void evenIfTheHistoryHasBeenCompactedMeanwhile() {
        try (Contender ann = contender();
                Contender bob = throughTheNetwork()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            network.cut();
            ann.release(grant);
            compact();
            network.heal();
            bob.awaitGrant(next);
        }
    }

    @Test
    void aSilentNetworkIsGivenUpForAnother() {
        try (TcpProxy other = etcd.proxy();
                Contender ann = contender(
                        "etcd://127.0.0.1:" + network.port() + ",127.0.0.1:" + other.port() + "?timeout=1s&ttl=30s");
                Contender bob = contender()) {
            Grant grant = bob.hold("orders");
            Claim next = ann.queue("orders");
            TcpProxy used = network.connections() > 0 ? network : other;
            used.freeze();
            eventually(
                    patience(),
                    () -> assertThat(ann.store().claim(ann.claim("other"))).succeedsWithin(patience()));
            bob.release(grant);
            ann.awaitGrant(next);
        }
    }

    /** It answers all else, so that it is not silent; the session would end all the same. */
    @Test
    void aServerThatDoesNotKeepTheSessionIsGivenUpForAnother() {
        try (PartlyHungServer one = new PartlyHungServer(etcd.port());
                PartlyHungServer other = new PartlyHungServer(etcd.port());
                Contender ann = contender(
                        "etcd://127.0.0.1:" + one.port() + ",127.0.0.1:" + other.port() + "?timeout=1s&ttl=30s")) {
            Grant grant = ann.hold("orders");
            (one.calls() > 0 ? one : other).hang(LeaseGrpc.getLeaseKeepAliveMethod());
            eventually(patience(), () -> {
                var renewal = ann.store().renew(List.of(new Renewal(grant, LEASE)));
                assertThat(((Catalogue) ann.store()).inspect("orders")).succeedsWithin(patience());
                assertThat(renewal)
                        .succeedsWithin(patience())
                        .satisfies(outcome -> assertThat(outcome.renewed()).containsOnlyKeys(grant.claim()));
            });
        }
    }

    @Test
    void aServerThatIsGoneCertainlyDidNothing() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            etcd.kill();
            eventually(
                    patience(), () -> assertUnavailable(() -> ann.store().release(grant), false, "can't be reached"));
            etcd.restart();
            etcd.awaitHealth();
            eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
        }
    }

    @Test
    void aServerThatCannotBeReachedIsSaidToBeSo() {
        etcd.kill();
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("127.0.0.1:" + etcd.port())
                .hasMessageContaining("can't be reached");
    }

    @Test
    void oneThatDoesNotAnswerToo() {
        etcd.pause();
        assertThatThrownBy(() -> open(etcd.url() + "?timeout=1s"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("gives no answer");
        etcd.resume();
    }

    private void compact() {
        RangeRequest any =
                RangeRequest.newBuilder().setKey(ByteString.copyFromUtf8("any")).build();
        long revision =
                ask(etcd.url(), KVGrpc.getRangeMethod(), any).getHeader().getRevision();
        ask(
                etcd.url(),
                KVGrpc.getCompactMethod(),
                CompactionRequest.newBuilder()
                        .setRevision(revision)
                        .setPhysical(true)
                        .build());
    }
}
