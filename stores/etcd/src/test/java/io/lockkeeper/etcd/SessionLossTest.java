package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.lockkeeper.LeaseLoss.Reason;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of places when their session ends, on either side. */
class SessionLossTest extends WithEtcd {

    private final TcpProxy network = etcd.proxy();

    private Contender throughTheNetwork() {
        return contender(etcd.url(network) + "?timeout=1s&ttl=3s");
    }

    @Test
    void whoHoldsIsToldBeforeAnybodyElseHasTheLock() {
        try (Contender ann = throughTheNetwork();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            network.freeze();
            Signal lost = new Signal.Lost("orders", grant.claim(), Reason.EXPIRED);
            ann.awaitSignal(lost);
            assertThat(bob.signals().heard())
                    .as("while the server waits for a sign of life")
                    .isEmpty();
            bob.awaitGrant(next);
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
            network.thaw();
        }
    }

    @Test
    void whoWaitsIsToldToAskAgainAndGetsAPlaceByAnotherSession() {
        try (Contender ann = contender();
                Contender bob = throughTheNetwork()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            network.freeze();
            bob.awaitSignal(new Signal.Missed());
            network.thaw();
            eventually(
                    patience(),
                    () -> assertThat(bob.store().claim(claim))
                            .succeedsWithin(patience())
                            .isInstanceOf(ClaimOutcome.Queued.class));
            eventually(
                    patience(),
                    () -> assertThat(keys())
                            .as("its place, and that which is held")
                            .hasSize(2));
            ann.release(grant);
            bob.awaitGrant(claim);
        }
    }

    /** As an administrator may, or a restore of old data: the next request shows it. */
    @Test
    void aSessionThatTheServerDoesNotKnowIsReplacedWithinTheClaim() {
        try (Contender ann = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            revokeLeaseOf(ann.store());
            Grant other = ann.hold("other");
            assertThat(other.remainingNanos()).isPositive();
            assertThat(ann.signals().await(patience(), Signal.Lost.class::isInstance))
                    .hasValueSatisfying(
                            lost -> assertThat(((Signal.Lost) lost).claim()).isEqualTo(grant.claim()));
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
            assertThat(ann.renew(LEASE, other).renewed()).containsOnlyKeys(other.claim());
        }
    }

    @Test
    void aHeartbeatShowsItAsWell() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            revokeLeaseOf(ann.store());
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
            ann.hold("orders");
        }
    }

    /** The claim was carried out, the answer lost, and the session over before it was sent again. */
    @Test
    void aPlaceOfAnEarlierSessionIsGivenUpForOneOfThis() {
        try (Contender ann = throughTheNetwork();
                Contender bob = contender()) {
            ann.listen();
            ann.hold("other");
            Claim claim = ann.claim("orders");
            network.freezeReplies();
            var unanswered = ann.store().claim(claim).toCompletableFuture();
            eventually(patience(), () -> assertThat(keys()).hasSize(2));
            assertThat(unanswered).failsWithin(patience());
            ann.awaitSignal(new Signal.Lost("other", new ClaimId(claim.id().client(), 1), Reason.EXPIRED));
            network.heal();
            eventually(
                    patience(),
                    () -> assertThat(ann.store().claim(claim))
                            .succeedsWithin(patience())
                            .isInstanceOf(ClaimOutcome.Granted.class));
            bob.isRefused("orders");
            elapse(Duration.ofSeconds(4));
            bob.isRefused("orders");
        }
    }

    /** Nobody looks at a deleted key but the renewal, where the client does not listen. */
    @Test
    void aKeyThatWasDeletedIsFoundLostByTheRenewal() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Grant kept = ann.hold("other");
            bob.release(grant);
            assertThat(ann.renew(LEASE, grant, kept).lost()).isEqualTo(Set.of(grant.claim()));
            assertThat(ann.renew(LEASE, grant, kept).renewed()).containsOnlyKeys(kept.claim());
        }
    }

    /** It would wait for ever: nobody before it can tell it anything. */
    @Test
    void aWaiterWhoseKeyWasDeletedIsToldToAskAgain() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            ann.withdraw(claim, false);
            ann.release(grant);
            bob.awaitSignal(new Signal.Free("orders"));
            bob.hold(claim);
        }
    }

    private void revokeLeaseOf(Store store) {
        long lease = ((EtcdStore) store).lease();
        ask(
                etcd.url(),
                LeaseGrpc.getLeaseRevokeMethod(),
                LeaseRevokeRequest.newBuilder().setID(lease).build());
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }
}
